// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import * as THREE from 'three';

import type {WrenchStamped} from '../protocol/messages';
import {Batch} from './batch';
import {FORCE_COLOURS} from './colours';
import type {Frames} from './frames';

/** Smallest net force that is worth an arrow [N], and how many get a label. */
const SMALLEST = 0.05;
const MOST_LABELS = 6;
const SHAFT = 0.009;
const HEAD = 0.022;
const COLOUR = new THREE.Color(FORCE_COLOURS.wrench);

export interface Label {
  text: string;
  at: THREE.Vector3;
}

/** Arrows of the net contact force on each link, at the origin of its frame. */
export class WrenchView {
  readonly batch = new Batch();
  labels: Label[] = [];
  private readonly wrenches = new Map<string, WrenchStamped>();

  receive(message: WrenchStamped): void {
    this.wrenches.set(message.header.frame_id, message);
  }

  clear(): void {
    this.wrenches.clear();
  }

  /** `scale` [m/N] */
  update(frames: Frames, scale: number): void {
    this.batch.begin();
    const labels: (Label & {force: number})[] = [];
    for (const [frame, {wrench}] of this.wrenches) {
      const pose = frames.pose(frame);
      const force = new THREE.Vector3(wrench.force.x, wrench.force.y, wrench.force.z);
      if (!pose || force.length() < SMALLEST) {
        continue;
      }
      const from = new THREE.Vector3().setFromMatrixPosition(pose);
      const to = from.clone().add(
        force.clone().applyMatrix3(new THREE.Matrix3().setFromMatrix4(pose))
          .multiplyScalar(scale));
      this.batch.arrow(from, to, SHAFT, HEAD, COLOUR);
      labels.push({text: `${force.length().toFixed(1)} N`, at: to, force: force.length()});
    }
    this.batch.end();
    this.labels = labels.sort((a, b) => b.force - a.force).slice(0, MOST_LABELS);
  }
}
