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
  scenario: string;
  description: string;
  solvers: {name: string; description: string}[];
  parameters: ParameterSpec[];
  /** that take commands; undefined: not told */
  joints: Set<string> | undefined;
}

export const NO_DESCRIPTION: Description = {
  scenario: '', description: '', solvers: [], parameters: [], joints: undefined,
};

function list<T>(value: unknown): T[] {
  return Array.isArray(value) ? value as T[] : [];
}

export function parseDescription(json: string): Description {
  const found = JSON.parse(json) as {[key: string]: unknown};
  const text = (key: string) => typeof found[key] === 'string' ? found[key] as string : '';
  return {
    scenario: text('scenario'),
    description: text('description'),
    solvers: list<string | {name: string; description: string}>(found['solvers']).map(
      (solver) => typeof solver === 'string' ? {name: solver, description: ''} : solver),
    parameters: list<ParameterSpec>(found['parameters']).map(
      (spec) => ({...spec, minimum: spec.minimum ?? null, maximum: spec.maximum ?? null})),
    joints: Array.isArray(found['joints']) ? new Set(list<string>(found['joints'])) : undefined,
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
