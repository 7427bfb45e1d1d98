// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {parse} from '@foxglove/rosmsg';
import {MessageReader, MessageWriter} from '@foxglove/rosmsg2-serialization';

/** Decodes messages of a schema that the server told, encoded as CDR. */
export class Decoder<T> {
  private readonly reader: MessageReader<T>;

  constructor(schema: string) {
    this.reader = new MessageReader<T>(parse(schema, {ros2: true}));
  }

  decode(data: ArrayBufferView): T {
    return this.reader.readMessage<T>(data);
  }
}

/** Encodes messages as CDR. */
export class Encoder<T> {
  private readonly writer: MessageWriter;

  constructor(schema: string) {
    this.writer = new MessageWriter(parse(schema, {ros2: true}));
  }

  encode(message: T): Uint8Array<ArrayBuffer> {
    return this.writer.writeMessage(message) as Uint8Array<ArrayBuffer>;
  }
}

export const JOINT_STATE_SCHEMA = `std_msgs/Header header
string[] name
float64[] position
float64[] velocity
float64[] effort
================================================================================
MSG: std_msgs/Header
builtin_interfaces/Time stamp
string frame_id
================================================================================
MSG: builtin_interfaces/Time
int32 sec
uint32 nanosec
`;

/** Services whose server does not tell their schemas: those of std_srvs. */
export const SET_BOOL_REQUEST = 'bool data\n';
export const EMPTY_REQUEST = '';
export const ANSWER_SCHEMA = 'bool success\nstring message\n';
