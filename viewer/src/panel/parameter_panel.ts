// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {guessSpec, NO_DESCRIPTION} from '../protocol/description';
import type {Description} from '../protocol/description';
import type {Names} from '../protocol/names';
import type {Parameters, Value} from '../protocol/parameters';
import {h} from './dom';
import {ParameterField} from './parameter_field';

const SOLVER = 'solver.';
const PLUGIN = 'solver.plugin';

/** Parameters that other parts of the page set, or that only the start can set. */
const SHOWN_ELSEWHERE = new Set(['markers.cones', 'markers.penetration', 'real_time_factor']);
const CHOICES: {[name: string]: string[]} = {on_solver_failure: ['continue', 'pause', 'stop']};

export function withoutPackage(plugin: string): string {
  return plugin.replace(/^contact_sim::/, '');
}

/** The solver, its parameters, and those of the simulator. */
export class ParameterPanel {
  readonly solver = h('div', {id: 'solver-panel'});
  readonly others = h('div', {id: 'settings-panel'});
  private readonly picker = h('select', {id: 'solver-picker', 'aria-label': 'contact solver'});
  private readonly purpose = h('p', {class: 'hint', id: 'solver-purpose'});
  private readonly refusal = h('p', {class: 'refusal', role: 'alert'});
  private readonly solverFields = h('div', {class: 'fields'});
  private readonly otherFields = h('div', {class: 'fields'});
  private readonly absent = h('p', {class: 'hint'}, 'This server tells no parameters.');
  private fields = new Map<string, ParameterField>();
  private shape = '';
  private description: Description = NO_DESCRIPTION;

  constructor(private readonly parameters: Parameters, private readonly names: Names) {
    this.picker.addEventListener('change', () => void this.choose(this.picker.value));
    this.solver.append(this.absent, this.picker, this.refusal, this.purpose, this.solverFields);
    this.others.append(this.otherFields);
    parameters.events.on('changed', () => this.update());
    this.update();
  }

  describe(description: Description): void {
    this.description = description;
    this.update();
  }

  /** Fields are made again only where others are there: what is being typed stays. */
  update(): void {
    const own = this.parameters.names()
      .map((name) => this.names.ownParameter(name))
      .filter((name): name is string => name !== undefined && name !== PLUGIN);
    this.showPicker();
    const shape = JSON.stringify(this.inOrder(own).map(
      (name) => ({...this.specOf(name), default: undefined})));
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(own);
    }
    for (const [name, field] of this.fields) {
      field.show(this.parameters.get(this.names.parameter(name)));
    }
  }

  private build(own: string[]): void {
    this.fields = new Map();
    this.solverFields.replaceChildren();
    this.otherFields.replaceChildren();
    for (const name of this.inOrder(own)) {
      const spec = this.specOf(name);
      const isSolvers = name.startsWith(SOLVER);
      if (SHOWN_ELSEWHERE.has(name) || spec.fixed) {
        continue;
      }
      const label = isSolvers ? name.slice(SOLVER.length) : name;
      const field = new ParameterField(
        spec, label, (value) => this.parameters.set(this.names.parameter(name), value));
      this.fields.set(name, field);
      (isSolvers ? this.solverFields : this.otherFields).append(field.element);
    }
  }

  private specOf(name: string) {
    const spec = this.description.parameters.find((told) => told.name === name) ??
      guessSpec(name, this.parameters.get(this.names.parameter(name)));
    const choices = spec.choices ?? CHOICES[name];
    return choices ? {...spec, choices} : spec;
  }

  /** As they are described; what is not described, by name. */
  private inOrder(names: string[]): string[] {
    const place = (name: string) => {
      const found = this.description.parameters.findIndex((told) => told.name === name);
      return found < 0 ? Infinity : found;
    };
    return [...names].sort((a, b) => {
      const [placeA, placeB] = [place(a), place(b)];
      return placeA === placeB ? a.localeCompare(b) : placeA - placeB;
    });
  }

  private showPicker(): void {
    const current = this.parameters.get(this.names.parameter(PLUGIN));
    this.absent.hidden = current !== undefined;
    this.picker.hidden = this.refusal.hidden = current === undefined;
    if (typeof current !== 'string') {
      return;
    }
    const known = this.description.solvers.map(({name}) => name);
    const options = known.includes(current) ? known : [current, ...known];
    const shown = [...this.picker.options].map(({value}) => value);
    if (shown.join() !== options.join()) {
      this.picker.replaceChildren(
        ...options.map((name) => h('option', {value: name}, withoutPackage(name))));
    }
    this.picker.value = current;
    this.purpose.textContent =
      this.description.solvers.find(({name}) => name === current)?.description ?? '';
  }

  private async choose(plugin: Value): Promise<void> {
    try {
      await this.parameters.set(this.names.parameter(PLUGIN), plugin);
      this.refusal.textContent = '';
      this.parameters.refresh();
    } catch (error) {
      this.refusal.textContent = (error as Error).message;
      this.showPicker();
    }
  }
}
