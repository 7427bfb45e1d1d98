// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import type {Service, ServiceCallPayload, ServiceCallResponse} from '@foxglove/ws-protocol';

import {ANSWER_SCHEMA, Decoder, encodeBool, encodeEmpty} from './codec';
import type {ServiceAnswer} from './messages';

interface Pending {
  decoder: Decoder<ServiceAnswer>;
  resolve: (answer: ServiceAnswer) => void;
  reject: (error: Error) => void;
}

/** Calls services of the std_srvs types by name. */
export class Services {
  private readonly offered = new Map<string, Service>();
  private readonly pending = new Map<number, Pending>();
  private send: ((request: ServiceCallPayload) => void) | undefined;
  private nextCall = 1;

  connect(send: (request: ServiceCallPayload) => void): void {
    this.send = send;
  }

  disconnect(reason: string): void {
    this.send = undefined;
    this.offered.clear();
    this.pending.forEach(({reject}) => reject(new Error(reason)));
    this.pending.clear();
  }

  offer(services: Service[]): void {
    services.forEach((service) => this.offered.set(service.name, service));
  }

  withdraw(ids: number[]): void {
    for (const [name, service] of this.offered) {
      if (ids.includes(service.id)) {
        this.offered.delete(name);
      }
    }
  }

  has(name: string): boolean {
    return this.offered.has(name);
  }

  trigger(name: string): Promise<ServiceAnswer> {
    return this.call(name, encodeEmpty());
  }

  setBool(name: string, data: boolean): Promise<ServiceAnswer> {
    return this.call(name, encodeBool(data));
  }

  answered(response: ServiceCallResponse): void {
    const pending = this.pending.get(response.callId);
    this.pending.delete(response.callId);
    try {
      pending?.resolve(pending.decoder.decode(response.data));
    } catch (error) {
      pending?.reject(new Error(String(error)));
    }
  }

  failed(failure: {callId: number; message: string}): void {
    this.pending.get(failure.callId)?.reject(new Error(failure.message));
    this.pending.delete(failure.callId);
  }

  private call(name: string, data: Uint8Array): Promise<ServiceAnswer> {
    const service = this.offered.get(name);
    const send = this.send;
    if (!service || !send) {
      return Promise.reject(new Error(`the server offers no service ${name}`));
    }
    const callId = this.nextCall++;
    const told = service.response?.schema ?? service.responseSchema;
    return new Promise((resolve, reject) => {
      this.pending.set(callId, {decoder: new Decoder(told || ANSWER_SCHEMA), resolve, reject});
      send({serviceId: service.id, callId, encoding: 'cdr', data});
    });
  }
}
