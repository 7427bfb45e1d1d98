// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {seconds} from './messages';
import type {DiagnosticArray} from './messages';

/** What the diagnostics say, as numbers; see src/session/session_diagnostics.cpp. */
export interface Figures {
  solver: string;
  /** of the worse of the two statuses */
  level: number;
  message: string;
  /** by the clock on the wall; in a recording, of the simulation [s] */
  stamp: number;
  isPaused: boolean;
  time: number;
  realTimeFactor: number;
  contacts: number;
  pivotsMean: number;
  pivotsMost: number;
  /** the worst of the four scaled residuals */
  residual: number;
  /** [us] */
  solveTime: number;
  solveTimeMost: number;
  stepTime: number;
  /** islands that another than the chosen solver answered, since the start */
  fallbacks: number;
  lastFailure: string;
}

const FALLBACK = /^islands answered (by the default solver|without friction|by the last resort)/;

/** Undefined: not from contact_sim. */
export function readFigures(message: DiagnosticArray): Figures | undefined {
  const find = (ending: string) => message.status.find(({name}) => name.endsWith(ending));
  const solver = find('contact_sim: contact solver');
  const timing = find('contact_sim: timing');
  if (!solver || !timing) {
    return undefined;
  }
  const worse = timing.level > solver.level ? timing : solver;
  const solverValues = new Map(solver.values.map(({key, value}) => [key, value]));
  const timingValues = new Map(timing.values.map(({key, value}) => [key, value]));
  const number = (key: string) =>
    Number(solverValues.get(key) ?? timingValues.get(key) ?? Number.NaN);
  const sum = (matches: RegExp) => solver.values
    .filter(({key}) => matches.test(key))
    .reduce((total, {value}) => total + Number(value), 0);
  const residuals = solver.values
    .filter(({key}) => key.startsWith('residual: ')).map(({value}) => Number(value));
  return {
    solver: solverValues.get('solver') ?? '',
    level: worse.level,
    message: worse.message,
    stamp: seconds(message.header.stamp),
    isPaused: timing.message === 'paused',
    time: number('simulation time [s]'),
    realTimeFactor: number('real-time factor'),
    contacts: number('contacts'),
    pivotsMean: number('pivots a step, mean'),
    pivotsMost: number('pivots a step, most'),
    residual: residuals.length > 0 ? Math.max(...residuals) : Number.NaN,
    solveTime: number('solve time, mean [us]'),
    solveTimeMost: number('solve time, most [us]'),
    stepTime: number('step time, mean [us]'),
    fallbacks: sum(FALLBACK),
    lastFailure: solverValues.get('last failure') ?? '',
  };
}
