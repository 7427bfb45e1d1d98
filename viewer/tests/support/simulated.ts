// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';

import type {
  Clock, DiagnosticArray, JointState, Marker, MarkerArray, TransformMessage, Vector3, WrenchStamped,
} from '../../src/protocol/messages';
import {readCsv, stampOf} from './simulator';
import type {Row} from './simulator';

/**
 * Of sums and products of a few numbers that were made in another order: some roundings of 1.1e-16,
 * times the size of the numbers (at most some 100 N), with a hundred to spare.
 */
const ROUNDING = 1e-11;

function close(found: number, expected: number, what: string): void {
  assert.ok(
    Math.abs(found - expected) <= ROUNDING * Math.max(1, Math.abs(expected)),
    `${what}: expected ${expected}, found ${found}`);
}

function stamp({sec, nsec}: {sec: number; nsec: number}): bigint {
  return BigInt(sec) * 1000000000n + BigInt(nsec);
}

const vector = (row: Row, ...columns: string[]): [number, number, number] =>
  columns.map((column) => Number(row.get(column))) as [number, number, number];

/** The pose of config/scenarios/humanoid_squat.yaml, which the CSV's coordinates begin from [m]. */
const PLACED = {x: 0, y: 0, z: 0.335216};

/** What was simulated, from the CSV files of the same run; judges messages by it. */
export class Simulated {
  private readonly states: Map<bigint, Row>;
  private readonly contacts = new Map<bigint, Row[]>();
  private readonly steps: Map<bigint, Row>;
  private readonly root: string;

  /** `prefix`: the robot's name, as the CSV has it and the messages of an only robot have not. */
  constructor(folder: string, private readonly prefix: string) {
    const byStamp = (rows: Row[]) => new Map(rows.map((row) => [stampOf(row), row]));
    this.states = byStamp(readCsv(`${folder}/states.csv`));
    this.steps = byStamp(readCsv(`${folder}/steps.csv`));
    for (const row of readCsv(`${folder}/contacts.csv`)) {
      const at = stampOf(row);
      this.contacts.set(at, [...this.contacts.get(at) ?? [], row]);
    }
    const columns = [...this.states.values()][0]!;
    this.root = [...columns.keys()].find((name) => name.endsWith('.qw'))!.slice(0, -3);
  }

  /** Bit by bit: the CSV has as many digits as a number needs. */
  judgeJoints({header, name, position, velocity, effort}: JointState): void {
    const row = this.stateAt(stamp(header.stamp));
    const known = [...row.keys()].filter((c) => c.startsWith('q.') && !c.startsWith(`${this.root}.`));
    assert.equal(name.length, known.length, 'all joints are told');
    name.forEach((joint, i) => {
      const column = `${this.prefix}${joint}`;
      assert.equal(position[i], this.number(row, `q.${column}`), `position of ${joint}`);
      assert.equal(velocity[i], this.number(row, `v.${column}`), `velocity of ${joint}`);
      assert.equal(effort[i], this.number(row, `effort.${column}`), `effort of ${joint}`);
    });
  }

  judgeTransforms({transforms}: TransformMessage): void {
    assert.equal(transforms.length, 1, 'the root of the only robot, and nothing else');
    const [{header, transform}] = transforms as [TransformMessage['transforms'][0]];
    const row = this.stateAt(stamp(header.stamp));
    assert.equal(header.frame_id, 'world');
    (['x', 'y', 'z'] as const).forEach((axis) => {
      close(
        transform.translation[axis], PLACED[axis] + this.number(row, `${this.root}.${axis}`), axis);
    });
    // A rotation is a quaternion and its opposite.
    const axes = ['x', 'y', 'z', 'w'] as const;
    const product = axes.reduce(
      (sum, axis) => sum + transform.rotation[axis] * this.number(row, `${this.root}.q${axis}`), 0);
    close(Math.abs(product), 1, 'rotation');
  }

  /** `scale` [m/N] */
  judgeMarkers({markers}: MarkerArray, scale: number): void {
    const at = stamp(markers[0]!.header.stamp);
    const contacts = this.contacts.get(at) ?? [];
    const points = markers.find(({ns}) => ns === 'contact_points')?.points ?? [];
    assert.deepEqual(
      points.map(({x, y, z}) => [x, y, z]), contacts.map((row) => vector(row, 'x', 'y', 'z')));
    const arrows = (ns: string) => new Map(
      markers.filter((marker) => marker.ns === ns).map((marker) => [marker.id, marker]));
    const [normal, friction] = [arrows('normal_forces'), arrows('friction_forces')];
    contacts.forEach((row, i) => {
      const force = Number(row.get('normal_force'));
      const along = vector(row, 'normal_x', 'normal_y', 'normal_z').map((n) => n * force);
      judgeArrow(normal.get(i), row, along, scale);
      judgeArrow(friction.get(i), row, vector(row, 'friction_x', 'friction_y', 'friction_z'), scale);
    });
  }

  /** The size of the force does not depend on the frame that it is told in. */
  judgeWrench({header, wrench: {force: f}}: WrenchStamped, link: string): void {
    const full = `${this.prefix}${link}`;
    const sum = [0, 0, 0];
    for (const row of this.contacts.get(stamp(header.stamp)) ?? []) {
      const sign = Number(row.get('link_b') === full) - Number(row.get('link_a') === full);
      const normal = vector(row, 'normal_x', 'normal_y', 'normal_z');
      const friction = vector(row, 'friction_x', 'friction_y', 'friction_z');
      sum.forEach((_, k) => {
        sum[k]! += sign * (normal[k]! * Number(row.get('normal_force')) + friction[k]!);
      });
    }
    assert.equal(header.frame_id, link);
    close(Math.hypot(f.x, f.y, f.z), Math.hypot(...sum), `force on ${link}`);
  }

  judgeClock({clock}: Clock): void {
    this.stateAt(stamp(clock));
  }

  judgeDiagnostics({status}: DiagnosticArray): void {
    const values = new Map(status.flatMap(({values: v}) => v.map(({key, value}) => [key, value])));
    const time = values.get('simulation time [s]');
    const step = [...this.steps.values()].find(
      (row) => Number(Number(row.get('time')).toPrecision(6)) === Number(time));
    if (Number(time) > 0) {
      assert.ok(step, `a step at ${time} s`);
      assert.equal(values.get('contacts'), step.get('contacts'));
    }
  }

  private stateAt(at: bigint): Row {
    const row = this.states.get(at);
    assert.ok(row, `no state was simulated at ${at} ns`);
    return row;
  }

  private number(row: Row, column: string): number {
    const text = row.get(column);
    assert.notEqual(text, undefined, `no column ${column}`);
    return Number(text);
  }
}

function judgeArrow(
  marker: Marker | undefined, row: Row, force: number[], scale: number): void {
  // Arrows shorter than 0.1 mm are not drawn.
  if (Math.hypot(...force) * scale < 1e-4) {
    assert.equal(marker, undefined);
    return;
  }
  assert.ok(marker, 'an arrow');
  const [from, to] = marker.points as [Vector3, Vector3];
  (['x', 'y', 'z'] as const).forEach((axis, k) => {
    assert.equal(from[axis], Number(row.get(axis)));
    close(to[axis], from[axis] + scale * force[k]!, `end of the arrow along ${axis}`);
  });
}
