// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import type {Description} from '../protocol/description';
import type {JointState} from '../protocol/messages';
import type {JointInfo} from '../scene/robot';
import {h} from './dom';

const WITHOUT_LIMITS: [number, number] = [-Math.PI, Math.PI];

interface Row {
  element: HTMLElement;
  slider: HTMLInputElement;
  value: HTMLElement;
  lower: number;
  upper: number;
  isCommanded: boolean;
}

/** A slider a joint: the thumb is what it is told, the mark below where it is. */
export class JointPanel {
  readonly element = h('div', {id: 'joint-panel'});
  private readonly list = h('div', {class: 'joints'});
  private readonly note = h('p', {class: 'hint'}, 'No joints yet.');
  private readonly rows = new Map<string, Row>();
  private infos = new Map<string, JointInfo>();
  private commandable: Set<string> | undefined;
  private shape = '';
  private last: JointState | undefined;
  private isAllowed = true;

  constructor(private readonly command: (joint: string, position: number) => void) {
    this.element.append(this.note, this.list);
  }

  know(infos: JointInfo[]): void {
    this.infos = new Map(infos.map((info) => [info.name, info]));
    this.buildAgain();
  }

  describe({joints}: Description): void {
    this.commandable = joints;
    this.buildAgain();
  }

  /** Whether the server takes commands at all: a recording does not. */
  allow(isAllowed: boolean): void {
    this.isAllowed = isAllowed;
    this.buildAgain();
  }

  /** Sliders stand where the joints are again, until they are told something. */
  forget(): void {
    this.rows.forEach((row) => {
      row.isCommanded = false;
    });
  }

  receive(state: JointState): void {
    this.last = state;
    const shape = state.name.join('\n');
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(state.name);
    }
    state.name.forEach((name, i) => this.show(name, state.position[i] ?? Number.NaN));
  }

  private buildAgain(): void {
    this.shape = '';
    if (this.last) {
      this.receive(this.last);
    }
  }

  private build(names: string[]): void {
    this.rows.clear();
    this.list.replaceChildren();
    for (const name of names) {
      const row = this.makeRow(name);
      this.rows.set(name, row);
      this.list.append(row.element);
    }
    const locked = names.filter((name) => this.reasonOf(name)).length;
    this.note.textContent = names.length === 0 ? 'This scene has no joints.' :
      !this.isAllowed ? 'As they were recorded.' :
        locked === names.length ? 'None of them takes commands here.' :
        'Drag to command a position [rad or m]; the mark shows where the joint is.';
  }

  private makeRow(name: string): Row {
    const info = this.infos.get(name);
    const [lower, upper] = [info?.lower ?? WITHOUT_LIMITS[0], info?.upper ?? WITHOUT_LIMITS[1]];
    const reason = this.reasonOf(name);
    const slider = h('input', {
      type: 'range', min: lower, max: upper, step: 'any', 'aria-label': name,
      'data-joint': name, disabled: reason !== '',
      input: () => {
        row.isCommanded = true;
        this.command(name, Number(slider.value));
      },
    });
    const value = h('output', {});
    const element = h('div', {
      class: 'joint', title: reason === '' ? name : `${name} is moved by ${reason}`,
    }, h('span', {class: 'joint-name'}, name), value, slider);
    const row: Row = {element, slider, value, lower, upper, isCommanded: false};
    return row;
  }

  /** Why the joint takes no commands; empty: it does. */
  private reasonOf(name: string): string {
    if (!this.isAllowed) {
      return 'the recording';
    }
    if (this.infos.get(name)?.isMimic) {
      return 'the joint that it mimics';
    }
    const isFree = this.commandable === undefined || this.commandable.has(name);
    return isFree ? '' : 'the scenario';
  }

  private show(name: string, position: number): void {
    const row = this.rows.get(name);
    if (!row) {
      return;
    }
    row.value.textContent = position.toFixed(3);
    const part = (position - row.lower) / (row.upper - row.lower);
    row.slider.style.setProperty('--at', `${100 * Math.min(Math.max(part, 0), 1)}%`);
    if (!row.isCommanded) {
      row.slider.value = String(position);
    }
  }
}
