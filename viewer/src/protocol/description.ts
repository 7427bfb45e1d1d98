// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

/** What our own server tells of itself beyond the protocol; foxglove_bridge does not. */

export interface ParameterSpec {
  name: string;
  type: 'number' | 'integer' | 'bool' | 'text';
  unit: string;
  description: string;
  minimum: number | null;
  maximum: number | null;
  default: number | boolean | string;
  /** can only be set at the start */
  fixed: boolean;
  choices?: string[];
}

export interface Description {
  solvers: {name: string; description: string}[];
  parameters: ParameterSpec[];
  /** `moved_by`: why the joint takes no commands; empty: it does */
  joints: {name: string; moved_by: string}[];
}

export const NO_DESCRIPTION: Description = {solvers: [], parameters: [], joints: []};

function list<T>(value: unknown): T[] {
  return Array.isArray(value) ? value as T[] : [];
}

export function parseDescription(text: string): Description {
  const found = JSON.parse(text) as Partial<Description>;
  return {
    solvers: list(found.solvers), parameters: list(found.parameters), joints: list(found.joints),
  };
}

/** What can be said of a parameter of which only the value is known. */
export function guessSpec(name: string, value: unknown): ParameterSpec {
  const type = typeof value === 'boolean' ? 'bool' : typeof value === 'number' ? 'number' : 'text';
  return {
    name, type, unit: '-', description: '', minimum: null, maximum: null,
    default: value as number | boolean | string, fixed: false,
  };
}
