// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import {after, test} from 'node:test';

import {parse} from '@foxglove/rosmsg';
import {MessageReader} from '@foxglove/rosmsg2-serialization';
import {FoxgloveClient} from '@foxglove/ws-protocol';
import type {Channel, IWebSocket, Parameter, Service} from '@foxglove/ws-protocol';
import {WebSocket} from 'ws';

import {encodeBool, encodeEmpty, encodePositions} from '../src/protocol/codec';
import type {
  JointState, MarkerArray, ServiceAnswer, TransformMessage, WrenchStamped,
} from '../src/protocol/messages';
import {definitionsOf} from './support/ros_definitions';
import {Simulated} from './support/simulated';
import {Simulator, SKIP, temporaryFolder} from './support/simulator';
import {until} from './support/until';

const folder = temporaryFolder();
after(() => folder.remove());

/** The official client of the protocol, and what it has been told. */
class Client {
  readonly channels = new Map<string, Channel>();
  readonly services = new Map<string, Service>();
  readonly parameters = new Map<string, Parameter['value']>();
  readonly complaints: string[] = [];
  readonly foxglove: FoxgloveClient;
  private readonly socket: WebSocket;
  private readonly handlers = new Map<number, (message: never) => void>();
  private readonly answers = new Map<number, ServiceAnswer>();
  private calls = 0;

  constructor(url: string, protocol: string) {
    this.socket = new WebSocket(url, [protocol]);
    this.foxglove = new FoxgloveClient({ws: this.socket as unknown as IWebSocket});
    this.foxglove.on('advertise', (all) => all.forEach((c) => this.channels.set(c.topic, c)));
    this.foxglove.on('advertiseServices', (all) => all.forEach((s) => this.services.set(s.name, s)));
    this.foxglove.on('status', ({message}) => this.complaints.push(message));
    this.foxglove.on('parameterValues', ({parameters}) =>
      parameters.forEach(({name, value}) => this.parameters.set(name, value)));
    this.foxglove.on('message', ({subscriptionId, data}) =>
      this.handlers.get(subscriptionId)?.(data as never));
    this.foxglove.on('serviceCallResponse', ({callId, data}) => this.answers.set(
      callId, new MessageReader<ServiceAnswer>(
        parse('bool success\nstring message\n', {ros2: true})).readMessage(data)));
  }

  static async connect(url: string, protocol = 'foxglove.sdk.v1'): Promise<Client> {
    const client = new Client(url, protocol);
    await until(() => client.channels.size > 0 && client.services.size > 0, 'the channels');
    assert.equal(client.socket.protocol, protocol);
    return client;
  }

  subscribe<T>(topic: string, handler: (message: T) => void): void {
    const {id, schemaName} = this.channels.get(topic)!;
    const reader = new MessageReader<T>(definitionsOf(schemaName.replace('/msg/', '/')));
    this.handlers.set(this.foxglove.subscribe(id), (data) => handler(reader.readMessage<T>(data)));
  }

  async call(name: string, data: Uint8Array): Promise<ServiceAnswer> {
    const callId = ++this.calls;
    const {id} = this.services.get(name)!;
    this.foxglove.sendServiceCallRequest({serviceId: id, callId, encoding: 'cdr', data});
    await until(() => this.answers.has(callId), `the answer of ${name}`);
    return this.answers.get(callId)!;
  }

  close(): void {
    this.foxglove.close();
  }
}

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
