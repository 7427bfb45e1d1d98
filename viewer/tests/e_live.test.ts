// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {after, test} from 'node:test';

import {encodeBool, encodeEmpty, encodePositions} from '../src/protocol/codec';
import type {
  JointState, MarkerArray, TransformMessage, WrenchStamped,
} from '../src/protocol/messages';
import {Client} from './support/official_client';
import {sourceFolder} from './support/paths';
import {Simulated} from './support/simulated';
import {Simulator, SKIP, temporaryFolder} from './support/simulator';
import {until} from './support/until';

const folder = temporaryFolder();
after(() => folder.remove());

const position = ({name, position: all}: JointState, joint: string) => all[name.indexOf(joint)]!;

test('what the official client is told live is what was simulated', {skip: SKIP}, async () => {
  const csv = `${folder.path}/csv`;
  const simulator = await Simulator.start('run', 'humanoid_squat', '--duration', '6', '--csv', csv);
  const client = await Client.connect(simulator.socket, 'foxglove.websocket.v1');
  const joints: JointState[] = [];
  const transforms: TransformMessage[] = [];
  const markers: MarkerArray[] = [];
  const wrenches: WrenchStamped[] = [];
  client.subscribe<JointState>('/joint_states', (message) => joints.push(message));
  client.subscribe<TransformMessage>('/tf', (message) => transforms.push(message));
  client.subscribe<MarkerArray>('/contact_markers', (message) => markers.push(message));
  client.subscribe<WrenchStamped>('/contact_wrenches/left_foot', (m) => wrenches.push(m));
  await simulator.ended();
  const simulated = new Simulated(csv, 'humanoid/');
  joints.forEach((message) => simulated.judgeJoints(message));
  transforms.forEach((message) => simulated.judgeTransforms(message));
  markers.forEach((message) => simulated.judgeMarkers(message, 0.01));
  wrenches.forEach((message) => simulated.judgeWrench(message, 'left_foot'));
  for (const heard of [joints, transforms, markers, wrenches]) {
    assert.ok(heard.length > 10, `heard ${heard.length} messages`);
  }
});

test('the official client commands a joint and it moves', {skip: SKIP}, async () => {
  const simulator = await Simulator.start('run', 'humanoid');
  const client = await Client.connect(simulator.socket);
  let elbow = Number.NaN;
  client.subscribe<JointState>('/joint_states', (state) => {
    elbow = position(state, 'left_elbow');
  });
  await until(() => Number.isFinite(elbow));
  assert.ok(Math.abs(elbow + 0.3) < 0.05, `it begins at ${elbow}`);
  const channel = client.foxglove.advertise({
    topic: 'joint_commands', encoding: 'cdr', schemaName: 'sensor_msgs/msg/JointState'});
  client.foxglove.sendMessage(channel, encodePositions(new Map([['left_elbow', -1]])));
  await until(() => Math.abs(elbow + 1) < 0.05, 'the elbow at -1 rad');

  client.foxglove.sendMessage(channel, encodePositions(new Map([['third_arm', 1]])));
  await until(() => client.complaints.some((text) => text.includes("'third_arm'")));
  client.close();
  await simulator.stop();
});

test('services and parameters do what they say', {skip: SKIP}, async () => {
  const simulator = await Simulator.start('run', 'humanoid');
  const client = await Client.connect(simulator.socket);
  assert.equal((await client.call('/simulator/step', encodeEmpty())).success, false);
  assert.equal((await client.call('/simulator/pause', encodeBool(true))).success, true);
  const times: number[] = [];
  client.subscribe<JointState>('/joint_states', ({header: {stamp}}) =>
    times.push(stamp.sec + 1e-9 * stamp.nsec));
  await until(() => times.length > 0, 'the last message, in the pause');
  assert.equal((await client.call('/simulator/step', encodeEmpty())).success, true);
  await until(() => times.length > 1, 'a message of the step');
  assert.equal((await client.call('/simulator/step', encodeEmpty())).success, true);
  await until(() => times.length > 2, 'a message of the next step');
  // Stamps are whole nanoseconds, which a sum in seconds has to about 1e-16.
  assert.ok(Math.abs(times[2]! - times[1]! - 0.001) < 1e-12, `${times[1]} and ${times[2]}`);

  client.foxglove.setParameters(
    [{name: '/simulator.solver.plugin', value: 'contact_sim::Dantzig'}], 'swap');
  await until(() => client.parameters.get('/simulator.solver.plugin') === 'contact_sim::Dantzig');
  client.foxglove.setParameters([{name: '/simulator.solver.sliding_speed', value: -1}], 'bad');
  await until(() => client.complaints.some((text) => text.includes('sliding_speed')));
  client.close();
  await simulator.stop();
});

test('the official client fetches the meshes that a robot names, and nothing else', {skip: SKIP},
  async () => {
    const mesh = readFileSync(`${sourceFolder()}/../test/data/meshes/cube_binary.stl`);
    const robot = `${folder.path}/cube_description`;
    mkdirSync(`${robot}/meshes`, {recursive: true});
    writeFileSync(`${robot}/meshes/cube.stl`, mesh);
    writeFileSync(`${robot}/meshes/secret.stl`, 'secret');
    const uri = 'package://cube_description/meshes/cube.stl';
    writeFileSync(`${robot}/cube.urdf`, `<robot name="cube"><link name="base"><inertial>
      <mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
      <visual><geometry><mesh filename="${uri}"/></geometry></visual></link></robot>`);
    const scene = `${folder.path}/cube.yaml`;
    writeFileSync(scene, 'name: cube\nrobots:\n' +
      `  - {name: cube, urdf: ${robot}/cube.urdf}\n`);
    const simulator = await Simulator.start('run', scene);
    const client = await Client.connect(simulator.socket);
    assert.deepEqual(Buffer.from(await client.fetch(uri) as Uint8Array), mesh);
    for (const other of ['package://cube_description/meshes/secret.stl',
      'package://cube_description/meshes/../meshes/cube.stl', `file://${robot}/cube.urdf`,
      `${robot}/meshes/cube.stl`, '/etc/passwd', '']) {
      assert.equal(typeof await client.fetch(other), 'string', other);
    }
    client.close();
    await simulator.stop();
  });
