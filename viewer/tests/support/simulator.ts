// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {spawn, spawnSync} from 'node:child_process';
import type {ChildProcess} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {until} from './until';

/** Path of the executable, or undefined: tests that need it are skipped, and say so. */
export const EXECUTABLE = process.env['CONTACT_SIM'];
export const SKIP = EXECUTABLE ? false : 'CONTACT_SIM is not set to the executable';

export function temporaryFolder(): {path: string; remove: () => void} {
  const path = mkdtempSync(join(tmpdir(), 'contact_sim_viewer_'));
  return {path, remove: () => rmSync(path, {recursive: true, force: true})};
}

export function runToEnd(...args: string[]): void {
  const {status, stderr} = spawnSync(EXECUTABLE!, args, {encoding: 'utf8'});
  if (status !== 0) {
    throw new Error(`contact_sim ${args.join(' ')}: exit status ${status}: ${stderr}`);
  }
}

/** contact_sim with --view, on a port that is free. */
export class Simulator {
  url = '';
  private output = '';
  private exit: number | null | undefined;

  private constructor(private readonly process: ChildProcess) {
    process.stdout!.on('data', (text) => {
      this.output += String(text);
    });
    process.stderr!.on('data', (text) => {
      this.output += String(text);
    });
    process.on('exit', (code) => {
      this.exit = code;
    });
  }

  static async start(...args: string[]): Promise<Simulator> {
    const simulator = new Simulator(
      spawn(EXECUTABLE!, [...args, '--view', '--port', '0'], {stdio: ['ignore', 'pipe', 'pipe']}));
    try {
      await until(() => simulator.hasUrl(), 'the address of the live view');
    } catch (error) {
      simulator.process.kill();
      throw new Error(`${(error as Error).message}; it said: ${simulator.output}`);
    }
    return simulator;
  }

  /** Where the socket is. */
  get socket(): string {
    return this.url.replace(/^http/, 'ws').replace('localhost', '127.0.0.1');
  }

  async ended(): Promise<void> {
    await until(() => this.exit !== undefined, 'the end of the run');
  }

  async stop(): Promise<void> {
    if (this.exit === undefined) {
      this.process.kill('SIGINT');
      await this.ended();
    }
  }

  private hasUrl(): boolean {
    if (this.exit !== undefined) {
      throw new Error(`contact_sim has ended: ${this.output}`);
    }
    this.url = /(?:live view|replay): (http:\/\/\S+)/.exec(this.output)?.[1] ?? '';
    return this.url !== '';
  }
}

export type Row = Map<string, string>;

/** Rows by column; names of links of the shipped scenes hold no commas. */
export function readCsv(path: string): Row[] {
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const columns = head!.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return new Map(columns.map((column, i) => [column, values[i]!]));
  });
}

/** As the messages' stamps are made of the time in the CSV [ns]. */
export function stampOf(row: Row): bigint {
  return BigInt(Math.round(Number(row.get('time')) * 1e9));
}
