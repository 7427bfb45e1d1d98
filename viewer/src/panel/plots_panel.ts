// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import type {Figures} from '../protocol/figures';
import {h} from './dom';
import {Plot} from './plot';

type Pick = (figures: Figures) => number;

/** The solver's and the clock's figures over the last half minute. */
export class PlotsPanel {
  readonly element: HTMLElement;
  private readonly plots: {plot: Plot; pick: Pick}[];
  private readonly message = h('p', {class: 'hint', id: 'solver-message'});

  constructor() {
    const make = (plot: Plot, pick: Pick) => ({plot, pick});
    this.plots = [
      make(new Plot({
        id: 'speed', title: 'Real-time factor', explanation: 'simulated time over time',
        range: [0, 1]}), (figures) => figures.realTimeFactor),
      make(new Plot({
        id: 'contacts', title: 'Contact points', explanation: 'in the last step', range: [0, 1],
      }), (figures) => figures.contacts),
      make(new Plot({
        id: 'pivots', title: 'Pivots a step', explanation: 'mean since the last message',
        range: [0, 1]}), (figures) => figures.pivotsMean),
      make(new Plot({
        id: 'solve_time', title: 'Solve time', unit: 'µs', range: [0, 1],
        explanation: 'mean of the contact solver since the last message'}),
      (figures) => figures.solveTime),
      make(new Plot({
        id: 'residual', title: 'Residual', isLogarithmic: true, range: [-16, -6],
        explanation: 'the worst of the four scaled residuals; logarithmic, 1e-16 to 1e-6'}),
      (figures) => figures.residual),
      make(new Plot({
        id: 'fallbacks', title: 'Fallbacks', range: [0, 1],
        explanation: 'times that another solver had to answer, since the start'}),
      (figures) => figures.fallbacks),
    ];
    this.element = h('div', {},
      h('div', {class: 'plots'}, ...this.plots.map(({plot}) => plot.element)), this.message);
  }

  receive(figures: Figures): void {
    this.plots.forEach(({plot, pick}) => plot.add(figures.stamp, pick(figures)));
    this.message.textContent = figures.level > 0 ? figures.message : '';
    this.message.classList.toggle('warning', figures.level > 0);
  }

  clear(): void {
    this.plots.forEach(({plot}) => plot.clear());
    this.message.textContent = '';
  }

  redraw(): void {
    this.plots.forEach(({plot}) => plot.draw());
  }
}
