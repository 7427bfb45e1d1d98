// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import type {ParameterSpec} from '../protocol/description';
import type {Value} from '../protocol/parameters';
import {h} from './dom';

/** "0 or more", "0 to 1", or nothing. */
export function rangeText({minimum, maximum, type}: ParameterSpec): string {
  if (type === 'bool' || type === 'text') {
    return '';
  }
  if (minimum !== null && maximum !== null) {
    return `${minimum} to ${maximum}`;
  }
  return minimum !== null ? `${minimum} or more` : maximum !== null ? `at most ${maximum}` : '';
}

/** The value that a text means, or why it means none. */
export function parseValue(spec: ParameterSpec, text: string): {value: Value} | {refusal: string} {
  if (spec.type === 'text') {
    return {value: text};
  }
  const value = Number(text.trim().replace(',', '.'));
  if (text.trim() === '' || !Number.isFinite(value)) {
    return {refusal: `expected a number, found '${text}'`};
  }
  if (spec.type === 'integer' && !Number.isInteger(value)) {
    return {refusal: `expected a whole number, found ${text}`};
  }
  return {value};
}

function valueText(value: Value | undefined): string {
  return value === undefined ? '' : String(value);
}

type Input = HTMLInputElement | HTMLSelectElement;

/** One parameter: its name, a field, what it does, and the reason where it was refused. */
export class ParameterField {
  readonly element: HTMLElement;
  private readonly input: Input;
  private readonly refusal = h('p', {class: 'refusal', role: 'alert'});
  private held: Value | undefined;

  constructor(private readonly spec: ParameterSpec, label: string,
    private readonly set: (value: Value) => Promise<void>) {
    const id = `field-${spec.name}`;
    this.input = this.makeInput(id);
    this.input.addEventListener('change', () => void this.commit());
    const unit = spec.unit === '-' ? '' : spec.unit;
    const range = rangeText(spec);
    const hint = [spec.description, range && `(${range})`].filter(Boolean).join(' ');
    this.element = h('div', {class: 'field', 'data-parameter': spec.name},
      h('label', {for: id}, label, unit ? h('span', {class: 'unit'}, ` [${unit}]`) : undefined),
      this.input, this.refusal, hint ? h('p', {class: 'hint'}, hint) : undefined);
  }

  show(value: Value | undefined): void {
    this.held = value;
    if (document.activeElement !== this.input || this.input.type === 'checkbox') {
      this.fill();
    }
  }

  private fill(): void {
    if (this.input.type === 'checkbox') {
      (this.input as HTMLInputElement).checked = this.held === true;
    } else {
      this.input.value = valueText(this.held);
    }
  }

  private async commit(): Promise<void> {
    const parsed = this.input.type === 'checkbox' ?
      {value: (this.input as HTMLInputElement).checked} : parseValue(this.spec, this.input.value);
    try {
      if ('refusal' in parsed) {
        throw new Error(parsed.refusal);
      }
      await this.set(parsed.value);
      this.refuse('');
    } catch (error) {
      this.refuse((error as Error).message);
      this.fill();
    }
  }

  private refuse(reason: string): void {
    this.refusal.textContent = reason;
    this.element.classList.toggle('refused', reason !== '');
  }

  private makeInput(id: string): Input {
    const disabled = this.spec.fixed;
    if (this.spec.type === 'bool') {
      return h('input', {id, type: 'checkbox', disabled});
    }
    if (this.spec.choices && this.spec.choices.length > 0) {
      return h('select', {id, disabled}, ...this.spec.choices.map((c) => h('option', {}, c)));
    }
    return h('input', {
      id, type: 'text', disabled, autocomplete: 'off', spellcheck: 'false',
      inputmode: this.spec.type === 'text' ? 'text' : 'decimal',
      keydown: (event) => {
        if ((event as KeyboardEvent).key === 'Escape') {
          this.fill();
          this.input.blur();
        }
      },
    });
  }
}
