// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {MarkerAction} from '../protocol/messages';
import type {Marker, MarkerArray} from '../protocol/messages';

/** The markers that are there after all messages so far. */
export class MarkerStore {
  private readonly markers = new Map<string, Marker>();

  receive(message: MarkerArray): void {
    for (const marker of message.markers) {
      const key = `${marker.ns}\n${marker.id}`;
      if (marker.action === MarkerAction.removeAll) {
        this.markers.clear();
      } else if (marker.action === MarkerAction.remove) {
        this.markers.delete(key);
      } else {
        this.markers.set(key, marker);
      }
    }
  }

  clear(): void {
    this.markers.clear();
  }

  all(): Marker[] {
    return [...this.markers.values()];
  }
}
