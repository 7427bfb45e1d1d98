// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import type {FetchAssetResponse} from '@foxglove/ws-protocol';

/** Files that a URDF or a marker names, through the protocol's own requests for assets. */
export class Assets {
  private readonly pending = new Map<
    number, {resolve: (data: ArrayBuffer) => void; reject: (error: Error) => void}>();
  private send: ((uri: string, id: number) => void) | undefined;
  private nextId = 1;

  connect(send: (uri: string, id: number) => void): void {
    this.send = send;
  }

  disconnect(reason: string): void {
    this.send = undefined;
    this.pending.forEach(({reject}) => reject(new Error(reason)));
    this.pending.clear();
  }

  fetch(uri: string): Promise<ArrayBuffer> {
    const send = this.send;
    if (!send) {
      return Promise.reject(new Error('not connected'));
    }
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      this.pending.set(id, {resolve, reject});
      send(uri, id);
    });
  }

  answered(answer: FetchAssetResponse): void {
    const pending = this.pending.get(answer.requestId);
    this.pending.delete(answer.requestId);
    if ('error' in answer) {
      pending?.reject(new Error(answer.error));
    } else {
      const {buffer, byteOffset, byteLength} = answer.data;
      pending?.resolve(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
    }
  }
}
