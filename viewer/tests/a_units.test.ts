// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {parseValue, rangeText} from '../src/panel/parameter_field';
import {guessSpec, parseDescription} from '../src/protocol/description';
import {Decoder, encodePositions} from '../src/protocol/codec';
import {readFigures} from '../src/protocol/figures';
import type {DiagnosticArray, JointState, Marker} from '../src/protocol/messages';
import {Names, serverAddress} from '../src/protocol/names';
import {shortNumber} from '../src/panel/dom';
import {MarkerStore} from '../src/scene/marker_store';
import {diagnostics} from './support/mock_scene';
import {schemaOf} from './support/ros_definitions';

const address = (href: string) => serverAddress(new URL(href));

test('a command of the page is what ROS 2 reads, also with names beyond ASCII', () => {
  const sent = new Map([['knie_größe', 0.25], ['膝', -1], ['elbow', 3]]);
  const decoder = new Decoder<JointState>(schemaOf('sensor_msgs/JointState'));
  const read = decoder.decode(encodePositions(sent));
  assert.deepEqual(read.name, [...sent.keys()]);
  assert.deepEqual([...read.position as Float64Array], [...sent.values()]);
  assert.equal(read.velocity.length, 0);
  assert.equal(read.effort.length, 0);
});

test('the page asks the server it came from, unless it is told another', () => {
  assert.equal(address('http://localhost:8765/'), 'ws://localhost:8765');
  assert.equal(address('https://robot.local/view/'), 'wss://robot.local');
  assert.equal(address('http://localhost/?ws=ws://robot:8765'), 'ws://robot:8765');
  assert.equal(address('http://localhost/?ws=robot:8765'), 'ws://robot:8765');
  assert.equal(address('file:///tmp/index.html'), 'ws://localhost:8765');
});

test('names are those of the node, below its namespace', () => {
  assert.equal(new Names().topic('joint_states'), '/joint_states');
  assert.equal(new Names('/dantzig/').service('pause'), '/dantzig/simulator/pause');
  assert.equal(new Names().ownParameter('/simulator.solver.epsilon'), 'solver.epsilon');
  assert.equal(new Names().ownParameter('/rviz.solver.epsilon'), undefined);
});

test('the diagnostics become figures', () => {
  const figures = readFigures(diagnostics(true) as DiagnosticArray)!;
  assert.equal(figures.isPaused, true);
  assert.equal(figures.contacts, 8);
  assert.equal(figures.pivotsMean, 12.5);
  assert.equal(figures.residual, 2e-12);
  assert.equal(figures.fallbacks, 3);
  assert.ok(Number.isNaN(figures.stepTime), 'what is not told is not 0');
});

test('the worse of the two statuses speaks', () => {
  const message = diagnostics(false) as DiagnosticArray;
  Object.assign(message.status[1]!, {level: 1, message: '3 of 100 steps were late'});
  assert.equal(readFigures(message)!.message, '3 of 100 steps were late');
  assert.equal(readFigures(message)!.level, 1);
});

test('diagnostics of others are left alone', () => {
  const message = diagnostics(false) as DiagnosticArray;
  message.status[0]!.name = 'battery';
  assert.equal(readFigures(message), undefined);
});

test('markers stay until they are removed, one by one or all', () => {
  const store = new MarkerStore();
  const marker = (ns: string, id: number, action: number) => ({ns, id, action} as Marker);
  store.receive({markers: [marker('a', 1, 0), marker('b', 1, 0), marker('a', 2, 0)]});
  store.receive({markers: [marker('a', 1, 2)]});
  assert.deepEqual(store.all().map(({ns, id}) => `${ns}${id}`), ['b1', 'a2']);
  store.receive({markers: [marker('', 0, 3), marker('c', 5, 0)]});
  assert.deepEqual(store.all().map(({ns, id}) => `${ns}${id}`), ['c5']);
});

test('a value that is no number is refused before it is sent, with what was expected', () => {
  const spec = {...guessSpec('epsilon', 1), type: 'integer' as const};
  assert.deepEqual(parseValue(spec, '12'), {value: 12});
  assert.match((parseValue(spec, '1.5') as {refusal: string}).refusal, /whole number.*1\.5/);
  assert.match((parseValue(spec, 'many') as {refusal: string}).refusal, /number.*'many'/);
  assert.match((parseValue(spec, '') as {refusal: string}).refusal, /number/);
  assert.deepEqual(parseValue({...spec, type: 'number'}, '1e-9'), {value: 1e-9});
});

test('the range of a parameter is told in words', () => {
  const spec = guessSpec('x', 1);
  assert.equal(rangeText({...spec, minimum: 0}), '0 or more');
  assert.equal(rangeText({...spec, minimum: 0, maximum: 2}), '0 to 2');
  assert.equal(rangeText({...spec, maximum: 2}), 'at most 2');
  assert.equal(rangeText({...spec, type: 'text', minimum: 0}), '');
});

test('a description takes solvers as names too, and missing bounds as none', () => {
  const read = parseDescription(JSON.stringify({
    solvers: ['contact_sim::Lemke'], parameters: [{name: 'paused', type: 'bool'}], joints: ['a']}));
  assert.deepEqual(read.solvers, [{name: 'contact_sim::Lemke', description: ''}]);
  assert.equal(read.parameters[0]!.minimum, null);
  assert.ok(read.joints!.has('a'));
  assert.equal(parseDescription('{}').joints, undefined);
});

test('numbers are short', () => {
  assert.equal(shortNumber(0), '0');
  assert.equal(shortNumber(3.14159), '3.14');
  assert.equal(shortNumber(12.345), '12.3');
  assert.equal(shortNumber(1234.5), '1235');
  assert.equal(shortNumber(2.345e-12), '2.3e-12');
  assert.equal(shortNumber(Number.NaN), '–');
});
