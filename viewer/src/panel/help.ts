// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {h} from './dom';

const SHORTCUTS: [string, string][] = [
  ['Space', 'pause, go on'],
  ['S', 'one step, in a pause'],
  ['R', 'reset'],
  ['F', 'follow the robot'],
  ['H', 'show the whole scene'],
  ['← ↑ → ↓', 'turn the camera; in a recording ← and → go by 0.5 s'],
  ['+ −', 'nearer, farther'],
  ['W', 'net force on links'],
  ['C', 'friction cones'],
  ['P', 'penetration'],
  ['T', 'light, dark'],
  ['?', 'this list'],
];

/** The list of keys, as a dialog. */
export class Help {
  readonly element = h('dialog', {id: 'help', 'aria-label': 'keys'},
    h('h2', {}, 'Keys'),
    h('dl', {}, ...SHORTCUTS.flatMap(
      ([keys, does]) => [
        h('dt', {}, ...keys.split(' ').map((key) => h('kbd', {}, key))), h('dd', {}, does)])),
    h('p', {class: 'hint'},
      'Mouse: drag turns, right drag or two fingers move, wheel or pinch goes nearer.'),
    h('button', {type: 'button', click: () => this.element.close()}, 'Close'));

  toggle(): void {
    if (this.element.open) {
      this.element.close();
    } else {
      this.element.showModal();
    }
  }
}
