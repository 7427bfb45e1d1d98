// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import {afterEach, beforeEach, test} from 'node:test';

import type {IWebSocket} from '@foxglove/ws-protocol';
import {WebSocket} from 'ws';

import {Connection} from '../src/protocol/connection';
import type {ConnectionState} from '../src/protocol/connection';
import type {JointState} from '../src/protocol/messages';
import {Names} from '../src/protocol/names';
import {Parameters} from '../src/protocol/parameters';
import {Commander} from '../src/commander';
import {DESCRIPTION, jointStates, JOINTS, publishScene} from './support/mock_scene';
import {MockServer} from './support/mock_server';
import {until} from './support/until';

let server: MockServer;
let connection: Connection;
let parameters: Parameters;
let address: string;
const states: ConnectionState[] = [];

const makeSocket = (url: string, protocols: string[]) =>
  new WebSocket(url, protocols) as unknown as IWebSocket;

const isOpen = () => states.at(-1)?.kind === 'open';

beforeEach(async () => {
  states.length = 0;
  server = new MockServer('.');
  server.offerServices(DESCRIPTION);
  publishScene(server);
  address = await server.start();
  connection = new Connection(`ws://${address}`, makeSocket);
  connection.events.on('state', (state) => states.push(state));
  parameters = new Parameters(connection);
  connection.connect();
  await until(isOpen);
});

afterEach(async () => {
  connection.close();
  await server.stop();
});

test('what is listened to arrives, for all listeners of a topic', async () => {
  const heard: string[][] = [];
  connection.listen<JointState>('/joint_states', ({name}) => heard.push(name));
  connection.listen<JointState>('/joint_states', ({name}) => heard.push(name));
  await until(() => heard.length >= 2);
  assert.deepEqual(heard, [JOINTS, JOINTS]);
});

test('who stops listening hears nothing any more', async () => {
  let count = 0;
  const stop = connection.listen('/joint_states', () => ++count);
  await until(() => count === 1);
  stop();
  let clock = 0;
  connection.listen('/clock', () => ++clock);
  server.publish('/joint_states', jointStates([1, 1, 1, 1]));
  await until(() => clock === 1);
  assert.equal(count, 1);
});

test('a lost connection is told, tried again, and what was listened to arrives again', async () => {
  let count = 0;
  connection.listen('/joint_states', () => ++count);
  await until(() => count === 1);
  server.dropAll();
  await until(() => states.at(-1)?.kind === 'closed');
  assert.deepEqual(states.at(-1), {kind: 'closed', everOpen: true, retryIn: 1});
  await until(() => count === 2);
});

test('a service answers, and one that refuses says why', async () => {
  await until(() => connection.services.has('/simulator/pause'));
  assert.equal((await connection.services.setBool('/simulator/pause', true)).success, true);
  assert.deepEqual(await connection.services.trigger('/simulator/save_problem'),
    {success: false, message: 'the disk is full'});
  assert.deepEqual(server.calls, ['pause true', 'save_problem']);
  await assert.rejects(connection.services.trigger('/simulator/fly'), /no service/);
});

test('a parameter is set, and keeps its type', async () => {
  server.parameters.set('/simulator.step', {name: '/simulator.step', value: 1, type: 'float64'});
  parameters.refresh();
  await until(() => parameters.has('/simulator.step'));
  await parameters.set('/simulator.step', 2);
  assert.deepEqual(
    server.parameters.get('/simulator.step'),
    {name: '/simulator.step', value: 2, type: 'float64'});
});

test('a parameter that is refused says why, and keeps its value', async () => {
  server.refuse = () => 'epsilon: expected at most 1, found 7';
  parameters.refresh();
  await until(() => parameters.has('/simulator.solver.epsilon'));
  await assert.rejects(parameters.set('/simulator.solver.epsilon', 7), /at most 1, found 7/);
  assert.equal(parameters.get('/simulator.solver.epsilon'), 1e-8);
});

test('a parameter that others change is heard of', async () => {
  connection.watchParameters(['/simulator.solver.plugin']);
  const changed = new Set<string>();
  parameters.events.on('changed', (names) => names.forEach((name) => changed.add(name)));
  parameters.refresh();
  await until(() => parameters.has('/simulator.solver.plugin'));
  server.set('/simulator.solver.plugin', 'contact_sim::Dantzig');
  await until(() => parameters.get('/simulator.solver.plugin') === 'contact_sim::Dantzig');
  assert.ok(changed.has('/simulator.solver.plugin'));
});

test('commands of one moment go as one message', async () => {
  const commander = new Commander(connection, new Names());
  commander.command('left_elbow', -0.5);
  commander.command('right_elbow', -1);
  commander.command('left_elbow', -0.7);
  await until(() => server.commands.length > 0);
  assert.equal(server.commands.length, 1);
  assert.deepEqual(server.commands[0]!.name, ['left_elbow', 'right_elbow']);
  assert.deepEqual([...server.commands[0]!.position as Float64Array], [-0.7, -1]);
});

test('a mesh comes through the protocol, and one that is not there says so', async () => {
  server.assets.set('package://p/cube.stl', new Uint8Array([1, 2, 3]));
  const data = await connection.assets.fetch('package://p/cube.stl');
  assert.deepEqual([...new Uint8Array(data)], [1, 2, 3]);
  await assert.rejects(connection.assets.fetch('package://p/none.stl'), /no file/);
});
