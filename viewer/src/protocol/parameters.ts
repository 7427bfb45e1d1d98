// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import type {Parameter} from '@foxglove/ws-protocol';

import type {Connection} from './connection';
import {Emitter} from './emitter';

export type Value = number | boolean | string;

/** How long a server may take to answer [ms]. */
const PATIENCE = 3000;

interface Pending {
  name: string;
  resolve: () => void;
  reject: (error: Error) => void;
  timeout: ReturnType<typeof setTimeout>;
}

function isClose(a: unknown, b: unknown): boolean {
  return typeof a === 'number' && typeof b === 'number' ?
    Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b)) : a === b;
}

/**
 * The parameters of the server. A set that it refuses is told by a status message that names the
 * parameter, or else only by the value that did not change.
 */
export class Parameters {
  readonly events = new Emitter<{changed: Set<string>}>();
  private readonly values = new Map<string, Parameter>();
  private readonly pending = new Map<string, Pending & {value: Value; reason: string}>();
  private nextId = 1;

  constructor(private readonly connection: Connection) {
    connection.events.on('parameters', ({parameters, id}) => this.received(parameters, id));
    connection.events.on('status', ({message}) => this.complained(message));
    connection.events.on('state', ({kind}) => {
      if (kind !== 'open') {
        this.lost();
      }
    });
  }

  refresh(): void {
    this.connection.getParameters([], 'refresh');
  }

  names(): string[] {
    return [...this.values.keys()];
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  get(name: string): Value | undefined {
    return this.values.get(name)?.value as Value | undefined;
  }

  number(name: string): number | undefined {
    const value = this.get(name);
    return typeof value === 'number' ? value : undefined;
  }

  /** True: the field that was set tells it. */
  hasRefused(message: string): boolean {
    return [...this.pending.values()].some(({reason}) => reason === message);
  }

  /** Rejected with the server's reason where it refuses. */
  set(name: string, value: Value): Promise<void> {
    const id = `set-${this.nextId++}`;
    const type = this.values.get(name)?.type;
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(
        () => this.settle(id, new Error('the server did not answer')), PATIENCE);
      this.pending.set(id, {name, value, reason: '', resolve, reject, timeout});
      this.connection.setParameters([type ? {name, value, type} : {name, value}], id);
    });
  }

  private received(parameters: Parameter[], id?: string): void {
    const changed = new Set<string>();
    if (id === 'refresh') {
      const told = new Set(parameters.map(({name}) => name));
      [...this.values.keys()].filter((name) => !told.has(name)).forEach((name) => {
        this.values.delete(name);
        changed.add(name);
      });
    }
    for (const parameter of parameters) {
      if (this.values.get(parameter.name)?.value !== parameter.value) {
        changed.add(parameter.name);
      }
      if (parameter.value === undefined) {
        this.values.delete(parameter.name);
      } else {
        this.values.set(parameter.name, parameter);
      }
    }
    if (id !== undefined && this.pending.has(id)) {
      this.judge(id);
    }
    if (changed.size > 0) {
      this.events.emit('changed', changed);
    }
  }

  private judge(id: string): void {
    const {name, value, reason} = this.pending.get(id)!;
    const isTaken = isClose(this.get(name), value);
    this.settle(id, isTaken && !reason ? undefined : new Error(reason || 'the server refused it'));
  }

  private complained(message: string): void {
    for (const [id, pending] of this.pending) {
      const short = pending.name.split('.').pop()!;
      if (message.includes(pending.name) || message.includes(short)) {
        pending.reason = message;
        // Some servers answer with nothing but the complaint.
        setTimeout(() => this.pending.has(id) && this.settle(id, new Error(message)), 200);
      }
    }
  }

  private settle(id: string, error?: Error): void {
    const pending = this.pending.get(id);
    if (!pending) {
      return;
    }
    this.pending.delete(id);
    clearTimeout(pending.timeout);
    if (error) {
      pending.reject(error);
    } else {
      pending.resolve();
    }
  }

  private lost(): void {
    [...this.pending.keys()].forEach(
      (id) => this.settle(id, new Error('the connection was lost')));
    this.values.clear();
  }
}
