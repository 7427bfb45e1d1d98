// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import type {ServiceAnswer} from './protocol/messages';
import type {Connection} from './protocol/connection';
import type {Names} from './protocol/names';
import type {Parameters} from './protocol/parameters';

/** Where a recording's player keeps its state. */
export const PLAYER = {
  time: '/player.time', begin: '/player.begin', end: '/player.end', speed: '/player.speed',
  paused: '/player.paused',
};

/** Diagnostics that may have been made before a pause, and come behind its answer. */
const ON_THE_WAY = 2;

/** Pause, step, reset and speed: of a simulation through its services, of a recording's player. */
export class Controls {
  isPaused = false;
  private mayBeOlder = 0;

  constructor(private readonly connection: Connection, private readonly parameters: Parameters,
    private readonly names: Names, private readonly report: (problem: string) => void,
    private readonly changed: () => void) {}

  get isReplay(): boolean {
    return this.parameters.has(PLAYER.time);
  }

  can(): {pause: boolean; reset: boolean; step: boolean; speed: boolean} {
    const has = (name: string) => this.connection.services.has(this.names.service(name));
    return this.isReplay ? {pause: true, reset: true, step: false, speed: true} : {
      pause: has('pause'), reset: has('reset'), step: has('step'),
      speed: this.parameters.has(this.speedName()),
    };
  }

  /**
   * As the diagnostics say. What was on its way when a click was answered is older than the answer:
   * they are believed again once they agree, or have disagreed as often as could be on the way.
   */
  hear(isPaused: boolean): void {
    if (isPaused === this.isPaused) {
      this.mayBeOlder = 0;
    } else if (this.mayBeOlder > 0) {
      --this.mayBeOlder;
    } else {
      this.setPaused(isPaused);
    }
  }

  /** As the recording's player says, which is in order with its answers. */
  know(isPaused: boolean): void {
    this.mayBeOlder = 0;
    this.setPaused(isPaused);
  }

  togglePause(): void {
    const wanted = !this.isPaused;
    void this.attempt(async () => {
      if (this.isReplay) {
        await this.parameters.set(PLAYER.paused, wanted);
      } else {
        await this.ask(this.connection.services.setBool(this.names.service('pause'), wanted));
      }
      this.mayBeOlder = ON_THE_WAY;
      this.setPaused(wanted);
    });
  }

  step(): void {
    void this.attempt(() => this.ask(this.connection.services.trigger(this.names.service('step'))));
  }

  reset(): void {
    void this.attempt(async () => {
      if (this.isReplay) {
        await this.parameters.set(PLAYER.time, this.parameters.number(PLAYER.begin) ?? 0);
      } else {
        await this.ask(this.connection.services.trigger(this.names.service('reset')));
      }
    });
  }

  seek(time: number): void {
    if (this.isReplay) {
      const begin = this.parameters.number(PLAYER.begin) ?? 0;
      const end = this.parameters.number(PLAYER.end) ?? time;
      // The answer may be the time a moment later: the next message shows where it is.
      this.parameters.set(PLAYER.time, Math.min(Math.max(time, begin), end)).catch(() => {});
    }
  }

  /** Simulated time over time. */
  speed(): number {
    return this.parameters.number(this.speedName()) ?? 1;
  }

  setSpeed(speed: number): void {
    void this.attempt(() => this.parameters.set(this.speedName(), speed));
  }

  private speedName(): string {
    return this.isReplay ? PLAYER.speed : this.names.parameter('real_time_factor');
  }

  private setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.changed();
  }

  private async ask(answer: Promise<ServiceAnswer>): Promise<void> {
    const {success, message} = await answer;
    if (!success) {
      throw new Error(message);
    }
  }

  private async attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.report((error as Error).message);
    }
  }
}
