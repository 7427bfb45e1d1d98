// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {parse} from '@foxglove/rosmsg';
import {MessageWriter} from '@foxglove/rosmsg2-serialization';

/** Encodes messages as CDR, with the library; strings have to be ASCII. */
export class Encoder<T> {
  private readonly writer: MessageWriter;

  constructor(schema: string) {
    this.writer = new MessageWriter(parse(schema, {ros2: true}));
  }

  encode(message: T): Uint8Array<ArrayBuffer> {
    return this.writer.writeMessage(message) as Uint8Array<ArrayBuffer>;
  }
}

export const SET_BOOL_REQUEST = 'bool data\n';
