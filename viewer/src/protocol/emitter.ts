// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

/** Listeners by event name. */
export class Emitter<Events extends {[name: string]: unknown}> {
  private readonly listeners = new Map<keyof Events, Set<(event: never) => void>>();

  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void {
    const known = this.listeners.get(name) ?? new Set();
    known.add(listener as (event: never) => void);
    this.listeners.set(name, known);
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.listeners.get(name) ?? []) {
      (listener as (event: Events[Name]) => void)(event);
    }
  }
}
