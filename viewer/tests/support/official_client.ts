// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';

import {parse} from '@foxglove/rosmsg';
import {MessageReader} from '@foxglove/rosmsg2-serialization';
import {FoxgloveClient} from '@foxglove/ws-protocol';
import type {Channel, FetchAssetResponse, IWebSocket, Parameter, Service} from '@foxglove/ws-protocol';
import {WebSocket} from 'ws';

import type {ServiceAnswer} from '../../src/protocol/messages';
import {definitionsOf} from './ros_definitions';
import {until} from './until';

/** The official client of the protocol, and what it has been told. */
export class Client {
  readonly channels = new Map<string, Channel>();
  readonly services = new Map<string, Service>();
  readonly parameters = new Map<string, Parameter['value']>();
  readonly complaints: string[] = [];
  readonly foxglove: FoxgloveClient;
  private readonly socket: WebSocket;
  private readonly handlers = new Map<number, (message: never) => void>();
  private readonly answers = new Map<number, ServiceAnswer>();
  private readonly assets = new Map<number, FetchAssetResponse>();
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
    this.foxglove.on('fetchAssetResponse', (answer) => this.assets.set(answer.requestId, answer));
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

  /** A file's bytes, or the reason why there are none. */
  async fetch(uri: string): Promise<Uint8Array | string> {
    const request = ++this.calls;
    this.foxglove.fetchAsset(uri, request);
    await until(() => this.assets.has(request), `the answer for ${uri}`);
    const answer = this.assets.get(request)!;
    return 'error' in answer ? answer.error :
      new Uint8Array(answer.data.buffer, answer.data.byteOffset, answer.data.byteLength);
  }

  close(): void {
    this.foxglove.close();
  }
}
