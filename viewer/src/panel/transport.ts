// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {h, iconButton, setIcon} from './dom';

export interface TransportActions {
  togglePause(): void;
  step(): void;
  reset(): void;
  /** of a recording [s] */
  seek(time: number): void;
  /** simulated time over time; 0: as fast as possible */
  setSpeed(speed: number): void;
}

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];

/** Pause, step, reset, the time; and for recordings the timeline. */
export class Transport {
  readonly element: HTMLElement;
  private readonly actions: TransportActions;
  private readonly pause: HTMLButtonElement;
  private readonly step: HTMLButtonElement;
  private readonly reset: HTMLButtonElement;
  private readonly time = h('output', {id: 'time', title: 'simulated time'}, '0.000 s');
  private readonly speed: HTMLSelectElement;
  private readonly line: HTMLInputElement;
  private readonly row: HTMLElement;
  private isDragging = false;

  constructor(actions: TransportActions) {
    this.actions = actions;
    this.reset = iconButton('reset', 'Reset (r)', () => actions.reset());
    this.pause = iconButton('pause', 'Pause (space)', () => actions.togglePause());
    this.step = iconButton('step', 'One step (s)', () => actions.step());
    this.pause.id = 'pause';
    this.step.id = 'step';
    this.reset.id = 'reset';
    this.speed = h('select', {
      id: 'speed', title: 'wanted speed: simulated time over time', 'aria-label': 'wanted speed',
      change: () => actions.setSpeed(Number(this.speed.value)),
    });
    this.showSpeed(1);
    this.line = this.makeLine();
    this.row = h('div', {class: 'timeline', hidden: true}, this.line);
    this.element = h('div', {id: 'transport'}, this.row,
      h('div', {class: 'buttons'}, this.reset, this.pause, this.step, this.time, this.speed));
  }

  showPaused(isPaused: boolean): void {
    setIcon(this.pause, isPaused ? 'play' : 'pause', isPaused ? 'Go on (space)' : 'Pause (space)');
    this.step.disabled = !isPaused;
  }

  showTime(time: number): void {
    this.time.textContent = `${time.toFixed(3)} s`;
  }

  showSpeed(speed: number): void {
    const all = [...new Set([...SPEEDS, speed, 0])].sort((a, b) => (a || 1e9) - (b || 1e9));
    const text = (value: number) => value === 0 ? 'max' : `${value}×`;
    if (document.activeElement !== this.speed) {
      this.speed.replaceChildren(
        ...all.map((value) => h('option', {value, selected: value === speed}, text(value))));
    }
  }

  /** What can be done here: services and parameters that are missing are not offered. */
  enable(can: {pause: boolean; reset: boolean; step: boolean; speed: boolean}): void {
    this.pause.hidden = !can.pause;
    this.step.hidden = !can.step;
    this.reset.hidden = !can.reset;
    this.speed.hidden = !can.speed;
  }

  showTimeline(range: {begin: number; end: number; time: number} | undefined): void {
    this.row.hidden = range === undefined;
    if (!range) {
      return;
    }
    this.line.min = String(range.begin);
    this.line.max = String(range.end);
    if (!this.isDragging) {
      this.line.value = String(range.time);
      const part = (range.time - range.begin) / (range.end - range.begin || 1);
      this.line.style.setProperty('--at', `${100 * part}%`);
      this.showTime(range.time);
    }
  }

  private makeLine(): HTMLInputElement {
    const line = h('input', {
      id: 'timeline', type: 'range', step: 'any', 'aria-label': 'time of the recording',
      input: () => {
        this.isDragging = true;
        this.actions.seek(Number(line.value));
        this.showTime(Number(line.value));
      },
      change: () => {
        this.isDragging = false;
      },
    });
    return line;
  }
}
