// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {h} from './dom';

export interface Shown {
  contacts: boolean;
  wrenches: boolean;
  cones: boolean;
  penetration: boolean;
  follow: boolean;
}

export type ViewOption = keyof Shown;

const TEXTS: {[option in ViewOption]: [label: string, explanation: string]} = {
  contacts: ['Contact points and forces', 'points, normal forces and friction forces'],
  wrenches: ['Net force on each link', 'the sum of its contact forces, at its origin'],
  cones: ['Friction cones', 'where the contact force of a point may lie'],
  penetration: ['Penetration', 'how deep each point is, as colours'],
  follow: ['Camera follows the robot', 'the camera moves with its root'],
};

/** What is drawn. */
export class ViewOptions {
  readonly element = h('div', {class: 'options', id: 'view-options'});
  readonly shown: Shown = {
    contacts: true, wrenches: false, cones: false, penetration: false, follow: false,
  };
  private readonly rows = new Map<ViewOption, {row: HTMLElement; box: HTMLInputElement}>();

  constructor(private readonly changed: (option: ViewOption) => void) {
    for (const option of Object.keys(TEXTS) as ViewOption[]) {
      const [label, explanation] = TEXTS[option];
      const box = h('input', {
        type: 'checkbox', id: `show-${option}`, change: () => this.set(option, box.checked)});
      const row = h('label', {class: 'option', title: explanation}, box, label);
      this.rows.set(option, {row, box});
      this.element.append(row);
      box.checked = this.shown[option];
    }
  }

  toggle(option: ViewOption): void {
    if (!this.rows.get(option)!.row.hidden) {
      this.set(option, !this.shown[option]);
    }
  }

  set(option: ViewOption, isShown: boolean): void {
    this.display(option, isShown);
    this.changed(option);
  }

  /** As the server has it, without telling it so. */
  display(option: ViewOption, isShown: boolean): void {
    this.shown[option] = isShown;
    this.rows.get(option)!.box.checked = isShown;
  }

  offer(option: ViewOption, isOffered: boolean): void {
    this.rows.get(option)!.row.hidden = !isOffered;
  }
}
