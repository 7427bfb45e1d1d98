// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {createServer} from 'node:http';
import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import {readFile} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {extname, join, normalize} from 'node:path';

import {FoxgloveServer, ServerCapability, StatusLevel} from '@foxglove/ws-protocol';
import type {IWebSocket, Parameter, ServiceCallRequest} from '@foxglove/ws-protocol';
import {WebSocketServer} from 'ws';

import {ANSWER_SCHEMA, Decoder} from '../../src/protocol/codec';
import type {JointState} from '../../src/protocol/messages';
import {Encoder, SET_BOOL_REQUEST} from './encoder';
import {schemaOf} from './ros_definitions';

const TYPES: {[ending: string]: string} = {
  '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
};

/** Type of each topic that the mock offers. */
const TOPICS: {[topic: string]: string} = {
  '/clock': 'rosgraph_msgs/Clock',
  '/joint_states': 'sensor_msgs/JointState',
  '/tf': 'tf2_msgs/TFMessage',
  '/contact_markers': 'visualization_msgs/MarkerArray',
  '/scene_markers': 'visualization_msgs/MarkerArray',
  '/diagnostics': 'diagnostic_msgs/DiagnosticArray',
  '/robot_description': 'std_msgs/String',
  '/contact_wrenches/left_foot': 'geometry_msgs/WrenchStamped',
};

type Socket = IWebSocket & {close(): void};

/** A server like foxglove_bridge: it answers as it is told to, and remembers what it was asked. */
export class MockServer {
  readonly parameters = new Map<string, Parameter>();
  readonly calls: string[] = [];
  readonly commands: JointState[] = [];
  /** Reason to refuse a parameter, or undefined. */
  refuse: (parameter: Parameter) => string | undefined = () => undefined;
  assets = new Map<string, Uint8Array>();
  private readonly http: Server;
  private readonly sockets = new Set<Socket>();
  private readonly foxglove: FoxgloveServer;
  private readonly channels = new Map<string, {id: number; encoder: Encoder<object>}>();
  private readonly latest = new Map<number, Uint8Array<ArrayBuffer>>();
  private readonly web: WebSocketServer;
  private description: string | undefined;

  constructor(private readonly folder: string, withCommands = true) {
    this.http = createServer((request, response) => void this.serve(request, response));
    this.web = new WebSocketServer({
      server: this.http,
      handleProtocols: (offered) => this.foxglove.handleProtocols(offered)});
    this.foxglove = new FoxgloveServer({
      name: 'mock', supportedEncodings: ['cdr'],
      capabilities: Object.values(ServerCapability).filter(
        (c) => c !== 'connectionGraph' && (withCommands || c !== 'clientPublish')),
    });
    this.web.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      this.foxglove.handleConnection(socket, 'client');
    });
    this.offerTopics();
    this.offerParameters();
    this.offerCommands();
    this.offerAssets();
  }

  async start(port = 0): Promise<string> {
    await new Promise<void>((done) => this.http.listen(port, '127.0.0.1', done));
    return `127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.dropAll();
    this.web.close();
    this.http.closeAllConnections?.();
    await new Promise((done) => this.http.close(done));
  }

  dropAll(): void {
    this.sockets.forEach((socket) => socket.close());
    this.sockets.clear();
  }

  publish(topic: string, message: object): void {
    const channel = this.channels.get(topic)!;
    const data = channel.encoder.encode(message);
    this.latest.set(channel.id, data);
    this.foxglove.sendMessage(channel.id, BigInt(Date.now()) * 1000000n, data);
  }

  set(name: string, value: number | boolean | string): void {
    const parameter: Parameter = {name, value};
    this.parameters.set(name, parameter);
    this.foxglove.updateParameterValues([parameter]);
  }

  complain(message: string): void {
    this.sockets.forEach((socket) => this.foxglove.sendStatus(
      {level: StatusLevel.ERROR, message}, socket));
  }

  /** Services of the simulator; `description` is the JSON of ~/describe. */
  offerServices(description?: string): void {
    this.description = description;
    const names = ['step', 'reset', 'save_problem', ...(description ? ['describe'] : [])];
    names.forEach((name) => this.foxglove.addService({
      name: `/simulator/${name}`, type: 'std_srvs/srv/Trigger', requestSchema: '',
      responseSchema: ANSWER_SCHEMA}));
    this.foxglove.addService({
      name: '/simulator/pause', type: 'std_srvs/srv/SetBool', requestSchema: SET_BOOL_REQUEST,
      responseSchema: ANSWER_SCHEMA});
    this.foxglove.on('serviceCallRequest', (request, socket) => this.call(request, socket));
  }

  private call(request: ServiceCallRequest, socket: IWebSocket): void {
    const order = ['step', 'reset', 'save_problem', ...(this.description ? ['describe'] : []),
      'pause'];
    const name = order[request.serviceId - 1]!;
    const flag = name === 'pause' ?
      new Decoder<{data: boolean}>(SET_BOOL_REQUEST).decode(request.data).data : undefined;
    this.calls.push(flag === undefined ? name : `${name} ${flag}`);
    const answer = name === 'save_problem' ? {success: false, message: 'the disk is full'} :
      {success: true, message: name === 'describe' ? this.description : ''};
    this.foxglove.sendServiceCallResponse({
      ...request, data: new Encoder<object>(ANSWER_SCHEMA).encode(answer)}, socket);
  }

  private offerTopics(): void {
    for (const [topic, type] of Object.entries(TOPICS)) {
      const schema = schemaOf(type);
      const id = this.foxglove.addChannel({
        topic, encoding: 'cdr', schemaName: type.replace('/', '/msg/'), schema,
        schemaEncoding: 'ros2msg'});
      this.channels.set(topic, {id, encoder: new Encoder<object>(schema)});
    }
    this.foxglove.on('subscribe', (id) => {
      const data = this.latest.get(id);
      if (data) {
        setImmediate(() => this.foxglove.sendMessage(id, 0n, data));
      }
    });
  }

  private offerParameters(): void {
    this.foxglove.on('getParameters', ({parameterNames: names, id}, socket) => {
      const found = names.length === 0 ? [...this.parameters.values()] :
        names.flatMap((name) => this.parameters.get(name) ?? []);
      this.foxglove.publishParameterValues(found, id, socket);
    });
    this.foxglove.on('setParameters', ({parameters, id}, socket) => {
      for (const parameter of parameters) {
        const reason = this.refuse(parameter);
        if (reason !== undefined) {
          this.foxglove.sendStatus({level: StatusLevel.ERROR, message: reason}, socket!);
        } else {
          this.parameters.set(parameter.name, parameter);
        }
      }
      const now = parameters.flatMap(({name}) => this.parameters.get(name) ?? []);
      this.foxglove.publishParameterValues(now, id, socket);
    });
  }

  private offerCommands(): void {
    const decoder = new Decoder<JointState>(schemaOf('sensor_msgs/JointState'));
    this.foxglove.on('message', ({channel, data}) => {
      if (channel.topic === '/joint_commands') {
        this.commands.push(decoder.decode(data));
      }
    });
  }

  private offerAssets(): void {
    this.foxglove.on('fetchAsset', ({uri, requestId}, socket) => {
      const data = this.assets.get(uri);
      this.foxglove.sendFetchAssetResponse(data ?
        {op: 4, requestId, status: 0, data} :
        {op: 4, requestId, status: 1, error: `no file ${uri}`}, socket);
    });
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = normalize(new URL(request.url ?? '/', 'http://here').pathname);
    const file = path === '/' ? 'index.html' : path.slice(1);
    try {
      const content = await readFile(join(this.folder, file));
      response.writeHead(200, {'content-type': TYPES[extname(file)] ?? 'text/plain'});
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  }
}
