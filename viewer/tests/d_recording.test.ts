// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import {readFileSync, truncateSync} from 'node:fs';
import {after, before, test} from 'node:test';

import {parse} from '@foxglove/rosmsg';
import {MessageReader} from '@foxglove/rosmsg2-serialization';
import {McapIndexedReader, McapStreamReader} from '@mcap/core';
import type {McapTypes} from '@mcap/core';

import type {
  Clock, DiagnosticArray, JointState, MarkerArray, TransformMessage, WrenchStamped,
} from '../src/protocol/messages';
import {sourceFolder} from './support/paths';
import {definitionsOf} from './support/ros_definitions';
import {Simulated} from './support/simulated';
import {runToEnd, SKIP, temporaryFolder} from './support/simulator';

const WRENCH = '/contact_wrenches/';
const folder = temporaryFolder();
const file = (name: string) => `${folder.path}/${name}`;

before(() => {
  if (!SKIP) {
    for (const name of ['a.mcap', 'b.mcap']) {
      runToEnd('run', 'humanoid_squat', '--duration', '1.5', '--record', file(name), '--csv',
        file('csv'));
    }
  }
});

after(() => folder.remove());

interface Read {
  topic: string;
  type: string;
  logTime: bigint;
  data: Uint8Array;
}

function bytesOf(path: string): {size(): Promise<bigint>;
  read(offset: bigint, length: bigint): Promise<Uint8Array>} {
  const bytes = readFileSync(path);
  return {
    size: () => Promise.resolve(BigInt(bytes.length)),
    read: (offset, length) =>
      Promise.resolve(bytes.subarray(Number(offset), Number(offset + length))),
  };
}

async function indexed(path: string): Promise<{reader: McapIndexedReader; messages: Read[]}> {
  const reader = await McapIndexedReader.Initialize({readable: bytesOf(path)});
  const messages: Read[] = [];
  for await (const {channelId, logTime, data} of reader.readMessages()) {
    const {topic, schemaId} = reader.channelsById.get(channelId)!;
    messages.push({topic, type: reader.schemasById.get(schemaId)!.name, logTime, data});
  }
  return {reader, messages};
}

/** As far as it goes, without the index at its end. */
function streamed(path: string): Read[] {
  const reader = new McapStreamReader({validateCrcs: true});
  reader.append(readFileSync(path));
  const schemas = new Map<number, string>();
  const channels = new Map<number, {topic: string; schemaId: number}>();
  const messages: Read[] = [];
  for (let record: McapTypes.TypedMcapRecord | undefined; (record = reader.nextRecord());) {
    if (record.type === 'Schema') {
      schemas.set(record.id, record.name);
    } else if (record.type === 'Channel') {
      channels.set(record.id, record);
    } else if (record.type === 'Message') {
      const {topic, schemaId} = channels.get(record.channelId)!;
      messages.push({
        topic, type: schemas.get(schemaId)!, logTime: record.logTime, data: record.data});
    }
  }
  return messages;
}

/** With ROS 2's own definitions, not those of the file. */
function decode<T>({type, data}: Read): T {
  const name = type.replace('/msg/', '/');
  return new MessageReader<T>(definitionsOf(name)).readMessage<T>(data);
}

test('the schemas of a recording are those of ROS 2', {skip: SKIP}, async () => {
  const {reader} = await indexed(file('a.mcap'));
  assert.equal(reader.header.profile, 'ros2');
  for (const {name, encoding, data} of reader.schemasById.values()) {
    assert.equal(encoding, 'ros2msg');
    // Constants are no bytes, and times a type of their own to the library.
    const fields = (definitions: ReturnType<typeof definitionsOf>) => definitions.map(
      ({name: of, definitions: all}, i) => ({
        of: i === 0 ? '' : of!,
        fields: all.filter((field) => !field.isConstant).map(
          ({name: field, type, isArray, arrayLength}) => ({field, type, isArray, arrayLength})),
      })).filter(({of}) => !of.startsWith('builtin_interfaces/'))
      .sort((one, other) => one.of < other.of ? -1 : 1);
    assert.deepEqual(
      fields(parse(new TextDecoder().decode(data), {ros2: true})),
      fields(definitionsOf(name.replace('/msg/', '/'))), name);
  }
});

test('every message of a recording says what was simulated', {skip: SKIP}, async () => {
  const {messages} = await indexed(file('a.mcap'));
  const simulated = new Simulated(file('csv'), 'humanoid/');
  const counts = new Map<string, number>();
  const judges: {[topic: string]: (message: Read) => void} = {
    '/joint_states': (message) => simulated.judgeJoints(decode<JointState>(message)),
    '/tf': (message) => simulated.judgeTransforms(decode<TransformMessage>(message)),
    '/clock': (message) => simulated.judgeClock(decode<Clock>(message)),
    '/contact_markers': (message) => simulated.judgeMarkers(decode<MarkerArray>(message), 0.01),
    '/diagnostics': (message) => simulated.judgeDiagnostics(decode<DiagnosticArray>(message)),
    '/scene_markers': (message) => assert.deepEqual(
      decode<MarkerArray>(message).markers.map(({ns, type}) => [ns, type]), [['ground', 1]]),
    '/robot_description': (message) => assert.equal(
      decode<{data: string}>(message).data,
      readFileSync(`${sourceFolder()}/../urdf/humanoid.urdf`, 'utf8')),
  };
  for (const message of messages) {
    const {topic} = message;
    counts.set(topic, (counts.get(topic) ?? 0) + 1);
    if (topic.startsWith(WRENCH)) {
      simulated.judgeWrench(decode<WrenchStamped>(message), topic.slice(WRENCH.length));
    } else {
      assert.ok(judges[topic], `somebody judges ${topic}`);
      judges[topic]!(message);
    }
  }
  // The beginning, and 1.5 s at the rates of config/simulator.yaml.
  assert.equal(counts.get('/joint_states'), 301);
  assert.equal(counts.get('/tf'), 151);
  assert.equal(counts.get('/contact_markers'), 46);
  assert.equal(counts.get(`${WRENCH}left_foot`), 301);
  assert.deepEqual(Object.keys(judges).filter((topic) => !counts.has(topic)), []);
});

test('recordings of equal runs are equal byte for byte', {skip: SKIP}, () => {
  assert.ok(readFileSync(file('a.mcap')).equals(readFileSync(file('b.mcap'))));
});

test('a recording that was cut off is read up to its last whole chunk', {skip: SKIP}, () => {
  const whole = streamed(file('a.mcap'));
  const size = readFileSync(file('a.mcap')).length;
  let most = 0;
  for (const part of [0.95, 0.8]) {
    truncateSync(file('b.mcap'), Math.round(part * size));
    const read = streamed(file('b.mcap'));
    assert.ok(read.length < whole.length);
    assert.deepEqual(read, whole.slice(0, read.length));
    most = Math.max(most, read.length);
  }
  assert.ok(most > 0, 'a chunk is whole');
});
