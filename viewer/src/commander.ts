// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import type {Connection} from './protocol/connection';
import {encodePositions} from './protocol/codec';
import type {Names} from './protocol/names';

/** Shortest time between two commands [ms]. */
const PERIOD = 33;

/** Joint positions for the simulator: the last of each joint, at most 30 times a second. */
export class Commander {
  private readonly waiting = new Map<string, number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly connection: Connection, private readonly names: Names) {}

  command(joint: string, position: number): void {
    this.waiting.set(joint, position);
    this.timer ??= setTimeout(() => this.send(), PERIOD);
  }

  private send(): void {
    this.timer = undefined;
    const data = encodePositions(this.waiting);
    this.waiting.clear();
    this.connection.publish(
      this.names.topic('joint_commands'), 'sensor_msgs/msg/JointState', data);
  }
}
