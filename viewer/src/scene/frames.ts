// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import * as THREE from 'three';

import type {TransformMessage} from '../protocol/messages';

interface Edge {
  parent: string;
  local: THREE.Matrix4;
}

/** Which poses are known beside those of the transforms: the links of a robot. */
export type PoseSource = (frame: string) => THREE.Matrix4 | undefined;

/** The tree of frames that /tf tells. */
export class Frames {
  private readonly edges = new Map<string, Edge>();
  private readonly sources: PoseSource[] = [];

  addSource(source: PoseSource): void {
    this.sources.push(source);
  }

  clear(): void {
    this.edges.clear();
  }

  receive(message: TransformMessage): void {
    for (const {header, child_frame_id: child, transform} of message.transforms) {
      const {translation: t, rotation: q} = transform;
      this.edges.set(child, {
        parent: header.frame_id,
        local: new THREE.Matrix4().compose(
          new THREE.Vector3(t.x, t.y, t.z), new THREE.Quaternion(q.x, q.y, q.z, q.w),
          new THREE.Vector3(1, 1, 1)),
      });
    }
  }

  /** True for a frame that moves. */
  isTold(frame: string): boolean {
    return this.edges.has(frame);
  }

  children(): string[] {
    return [...this.edges.keys()];
  }

  /** In the world. Undefined: nobody told it; a frame that is only a parent is the world. */
  pose(frame: string): THREE.Matrix4 | undefined {
    const pose = new THREE.Matrix4();
    let at = frame;
    for (let depth = 0; depth <= this.edges.size; ++depth) {
      const edge = this.edges.get(at);
      if (!edge) {
        break;
      }
      pose.premultiply(edge.local);
      at = edge.parent;
    }
    if (at !== frame || this.isRoot(frame)) {
      return pose;
    }
    for (const source of this.sources) {
      const found = source(frame);
      if (found) {
        return found;
      }
    }
    return undefined;
  }

  private isRoot(frame: string): boolean {
    return frame === 'world' || [...this.edges.values()].some(({parent}) => parent === frame);
  }
}
