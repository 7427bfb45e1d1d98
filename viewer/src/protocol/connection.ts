// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {FoxgloveClient} from '@foxglove/ws-protocol';
import type {
  Channel, IWebSocket, MessageData, Parameter, ServerInfo, Service, StatusMessage,
} from '@foxglove/ws-protocol';

import {Assets} from './assets';
import {Decoder} from './codec';
import {Emitter} from './emitter';
import {Services} from './services';

export const SUBPROTOCOLS = ['foxglove.sdk.v1', 'foxglove.websocket.v1'];

/** Seconds until the first try to connect again; doubled each time. */
const FIRST_RETRY = 1;
const LONGEST_RETRY = 5;

export type ConnectionState =
  | {kind: 'connecting'}
  | {kind: 'open'}
  /** `everOpen`: it was lost; else nobody has answered yet. `retryIn` [s] */
  | {kind: 'closed'; everOpen: boolean; retryIn: number};

type Events = {
  state: ConnectionState;
  info: ServerInfo;
  channels: Channel[];
  services: Service[];
  status: StatusMessage;
  parameters: {parameters: Parameter[]; id?: string | undefined};
  error: Error;
};

type SocketFactory = (url: string, protocols: string[]) => IWebSocket;
type Handler = (message: never, channel: Channel) => void;

interface Want {
  matches: (topic: string) => boolean;
  handler: Handler;
}

/** One a channel, as foxglove_bridge wants it, for all that listen. */
interface Subscription {
  id: number;
  channel: Channel;
  decoder: Decoder<never>;
}

/** One server, kept connected: what is wanted by topic is subscribed whenever it is offered. */
export class Connection {
  readonly events = new Emitter<Events>();
  readonly services = new Services();
  readonly assets = new Assets();
  private client: FoxgloveClient | undefined;
  private readonly channels = new Map<number, Channel>();
  private readonly subscriptions = new Map<number, Subscription>();
  private wanted: Want[] = [];
  private readonly published = new Map<string, number>();
  private everOpen = false;
  private retryIn = FIRST_RETRY;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly url: string,
    private readonly makeSocket: SocketFactory = (address, protocols) =>
      new WebSocket(address, protocols) as IWebSocket) {}

  /** Calls the handler with each message of the topics that match. */
  listen<T>(matches: string | ((topic: string) => boolean),
    handler: (message: T, channel: Channel) => void): () => void {
    const want: Want = {
      matches: typeof matches === 'string' ? (topic: string) => topic === matches : matches,
      handler: handler as Handler,
    };
    this.wanted.push(want);
    this.channels.forEach((channel) => this.subscribe(channel));
    return () => this.forget(want);
  }

  connect(): void {
    clearTimeout(this.retry);
    this.detach();
    this.events.emit('state', {kind: 'connecting'});
    const client = new FoxgloveClient({ws: this.makeSocket(this.url, SUBPROTOCOLS)});
    this.client = client;
    const ifCurrent = <T>(act: (event: T) => void) => (event: T) => {
      if (client === this.client) {
        act(event);
      }
    };
    client.on('open', () => ifCurrent<void>(() => this.opened())());
    client.on('close', ifCurrent(() => this.closed()));
    client.on('error', ifCurrent((error) => this.events.emit('error', error)));
    client.on('serverInfo', ifCurrent((info) => this.events.emit('info', info)));
    client.on('status', ifCurrent((status) => this.events.emit('status', status)));
    client.on('advertise', ifCurrent((channels) => this.advertised(channels)));
    client.on('unadvertise', ifCurrent((ids) => this.unadvertised(ids)));
    client.on('advertiseServices', ifCurrent((services) => {
      this.services.offer(services);
      this.events.emit('services', services);
    }));
    client.on('unadvertiseServices', ifCurrent((ids) => this.services.withdraw(ids)));
    client.on('serviceCallResponse', ifCurrent((answer) => this.services.answered(answer)));
    client.on('serviceCallFailure', ifCurrent((failure) => this.services.failed(failure)));
    client.on('fetchAssetResponse', ifCurrent((answer) => this.assets.answered(answer)));
    client.on('parameterValues', ifCurrent((values) => this.events.emit('parameters', values)));
    client.on('message', ifCurrent((message) => this.received(message)));
  }

  close(): void {
    clearTimeout(this.retry);
    this.detach();
  }

  getParameters(names: string[], id?: string): void {
    this.client?.getParameters(names, id);
  }

  setParameters(parameters: Parameter[], id: string): void {
    this.client?.setParameters(parameters, id);
  }

  /** An empty list: all, as our server and foxglove_bridge take it. */
  watchParameters(names: string[]): void {
    this.client?.subscribeParameterUpdates(names);
  }

  publish(topic: string, schemaName: string, data: Uint8Array): void {
    const client = this.client;
    if (!client) {
      return;
    }
    let id = this.published.get(topic);
    if (id === undefined) {
      id = client.advertise({topic, encoding: 'cdr', schemaName});
      this.published.set(topic, id);
    }
    client.sendMessage(id, data);
  }

  private detach(): void {
    const client = this.client;
    this.client = undefined;
    client?.close();
    this.channels.clear();
    this.subscriptions.clear();
    this.published.clear();
    this.services.disconnect('the connection was lost');
    this.assets.disconnect('the connection was lost');
  }

  private opened(): void {
    const client = this.client;
    if (!client) {
      return;
    }
    this.everOpen = true;
    this.retryIn = FIRST_RETRY;
    this.services.connect((request) => client.sendServiceCallRequest(request));
    this.assets.connect((uri, id) => client.fetchAsset(uri, id));
    this.events.emit('state', {kind: 'open'});
  }

  private closed(): void {
    this.detach();
    const retryIn = this.retryIn;
    this.retryIn = Math.min(2 * retryIn, LONGEST_RETRY);
    this.retry = setTimeout(() => this.connect(), 1000 * retryIn);
    this.events.emit('state', {kind: 'closed', everOpen: this.everOpen, retryIn});
  }

  private advertised(channels: Channel[]): void {
    for (const channel of channels) {
      this.channels.set(channel.id, channel);
      this.subscribe(channel);
    }
    this.events.emit('channels', [...this.channels.values()]);
  }

  private unadvertised(ids: number[]): void {
    for (const id of ids) {
      this.channels.delete(id);
      this.subscriptions.forEach((subscription, key) => {
        if (subscription.channel.id === id) {
          this.subscriptions.delete(key);
        }
      });
    }
    this.events.emit('channels', [...this.channels.values()]);
  }

  private subscribe(channel: Channel): void {
    const isKnown = [...this.subscriptions.values()].some(
      (known) => known.channel.id === channel.id);
    const isWanted = this.wanted.some(({matches}) => matches(channel.topic));
    if (!this.client || isKnown || !isWanted) {
      return;
    }
    if (channel.encoding !== 'cdr') {
      this.events.emit('error', new Error(
        `${channel.topic}: expected the encoding cdr, found ${channel.encoding}`));
      return;
    }
    const decoder = new Decoder<never>(channel.schema);
    const id = this.client.subscribe(channel.id);
    this.subscriptions.set(id, {id, channel, decoder});
  }

  private forget(want: Want): void {
    this.wanted = this.wanted.filter((known) => known !== want);
    for (const {id, channel} of [...this.subscriptions.values()]) {
      if (!this.wanted.some(({matches}) => matches(channel.topic))) {
        this.client?.unsubscribe(id);
        this.subscriptions.delete(id);
      }
    }
  }

  private received(message: MessageData): void {
    const subscription = this.subscriptions.get(message.subscriptionId);
    if (!subscription) {
      return;
    }
    const {channel, decoder} = subscription;
    try {
      const decoded = decoder.decode(message.data);
      this.wanted.filter(({matches}) => matches(channel.topic))
        .forEach(({handler}) => handler(decoded, channel));
    } catch (error) {
      this.events.emit('error', new Error(`${channel.topic}: ${String(error)}`));
    }
  }
}
