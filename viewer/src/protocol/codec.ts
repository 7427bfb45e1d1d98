// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {parse} from '@foxglove/rosmsg';
import {MessageReader} from '@foxglove/rosmsg2-serialization';

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

/** Bytes before the first value: little endian. */
const HEAD = [0, 1, 0, 0];

/**
 * Writes CDR as ROS 2 reads it. The library's own writer counts letters, not bytes, of a string, so
 * that names beyond ASCII are cut off.
 */
class CdrWriter {
  private readonly bytes: number[] = [...HEAD];

  take(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.bytes);
  }

  bool(value: boolean): void {
    this.bytes.push(value ? 1 : 0);
  }

  uint32(value: number): void {
    this.align(4);
    this.put(4, (view) => view.setUint32(0, value, true));
  }

  float64(value: number): void {
    this.align(8);
    this.put(8, (view) => view.setFloat64(0, value, true));
  }

  string(text: string): void {
    const encoded = new TextEncoder().encode(text);
    this.uint32(encoded.length + 1);
    this.bytes.push(...encoded, 0);
  }

  private put(size: number, write: (view: DataView) => void): void {
    const view = new DataView(new ArrayBuffer(size));
    write(view);
    this.bytes.push(...new Uint8Array(view.buffer));
  }

  private align(size: number): void {
    while ((this.bytes.length - HEAD.length) % size !== 0) {
      this.bytes.push(0);
    }
  }
}

/** sensor_msgs/JointState with positions alone; a command needs no stamp. */
export function encodePositions(positions: Map<string, number>): Uint8Array<ArrayBuffer> {
  const writer = new CdrWriter();
  writer.uint32(0);
  writer.uint32(0);
  writer.string('');
  writer.uint32(positions.size);
  [...positions.keys()].forEach((name) => writer.string(name));
  writer.uint32(positions.size);
  [...positions.values()].forEach((position) => writer.float64(position));
  writer.uint32(0);
  writer.uint32(0);
  return writer.take();
}

/** The request of std_srvs/SetBool. */
export function encodeBool(value: boolean): Uint8Array<ArrayBuffer> {
  const writer = new CdrWriter();
  writer.bool(value);
  return writer.take();
}

/** The request of std_srvs/Trigger: ROS 2 gives empty messages a byte. */
export function encodeEmpty(): Uint8Array<ArrayBuffer> {
  return encodeBool(false);
}

/** The answer of std_srvs' services, where the server does not tell its schema. */
export const ANSWER_SCHEMA = 'bool success\nstring message\n';
