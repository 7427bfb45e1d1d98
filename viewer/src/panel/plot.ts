// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {h, shortNumber} from './dom';

/** How much is shown [s]. */
const SPAN = 30;
const HEIGHT = 34;

export interface PlotOptions {
  id: string;
  title: string;
  unit?: string;
  explanation: string;
  isLogarithmic?: boolean;
  /** the axis reaches at least from here to there */
  range?: [number, number];
}

interface Sample {
  time: number;
  value: number;
}

/** A small plot of the last half minute, and the newest value. */
export class Plot {
  readonly element: HTMLElement;
  private readonly canvas = h('canvas', {class: 'plot-lines', 'aria-hidden': 'true'});
  private readonly value = h('span', {class: 'plot-value'}, '–');
  private samples: Sample[] = [];

  constructor(private readonly options: PlotOptions) {
    this.element = h('div', {class: 'plot', id: `plot-${options.id}`, title: options.explanation},
      h('span', {class: 'plot-title'}, options.title), this.value, this.canvas);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  clear(): void {
    this.samples = [];
    this.value.textContent = '–';
    this.draw();
  }

  /** What is later than `time` [s] is forgotten: a recording was turned back. */
  add(time: number, value: number): void {
    this.samples = this.samples.filter(
      (sample) => sample.time >= time - SPAN && sample.time < time);
    this.samples.push({time, value});
    const unit = this.options.unit ? ` ${this.options.unit}` : '';
    this.value.textContent = shortNumber(value) + unit;
    this.draw();
  }

  draw(): void {
    const ratio = window.devicePixelRatio;
    const width = this.canvas.clientWidth;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(HEIGHT * ratio);
    const context = this.canvas.getContext('2d');
    const points = this.points(width);
    if (!context || points.length < 2) {
      return;
    }
    const colour = getComputedStyle(this.canvas).color;
    context.scale(ratio, ratio);
    const path = new Path2D();
    points.forEach(([x, y], i) => i === 0 ? path.moveTo(x, y) : path.lineTo(x, y));
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.lineJoin = 'round';
    context.stroke(path);
    path.lineTo(points.at(-1)![0], HEIGHT);
    path.lineTo(points[0]![0], HEIGHT);
    context.globalAlpha = 0.12;
    context.fillStyle = colour;
    context.fill(path);
  }

  private points(width: number): [number, number][] {
    const scale = this.options.isLogarithmic ?
      (value: number) => Math.log10(Math.max(value, 1e-18)) : (value: number) => value;
    const samples = this.samples.filter(({value}) => Number.isFinite(value));
    const values = samples.map(({value}) => scale(value));
    const [least, most] = this.options.range ?? [Infinity, -Infinity];
    const bottom = Math.min(...values, least);
    const top = Math.max(...values, most, bottom + 1e-9);
    const end = samples.at(-1)?.time ?? 0;
    return samples.map(({time}, i) => [
      width * (1 - (end - time) / SPAN),
      HEIGHT - 2 - (HEIGHT - 4) * (values[i]! - bottom) / (top - bottom)]);
  }
}
