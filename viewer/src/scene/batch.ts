// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import * as THREE from 'three';

const UP = new THREE.Vector3(0, 1, 0);
/** Strength of what is seen through the robot. */
const GHOST = 0.5;

/** Instances of one shape, drawn again fainter where something hides them. */
class Instances {
  private visible: THREE.InstancedMesh;
  private hidden: THREE.InstancedMesh;
  private count = 0;

  constructor(
    private readonly parent: THREE.Object3D, private readonly geometry: THREE.BufferGeometry) {
    [this.visible, this.hidden] = this.make(16);
  }

  begin(): void {
    this.count = 0;
  }

  add(matrix: THREE.Matrix4, colour: THREE.Color): void {
    if (this.count === this.visible.instanceMatrix.count) {
      this.grow();
    }
    this.visible.setMatrixAt(this.count, matrix);
    this.visible.setColorAt(this.count, colour);
    ++this.count;
  }

  end(): void {
    for (const mesh of [this.visible, this.hidden]) {
      mesh.count = this.count;
      mesh.visible = this.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) {
        mesh.instanceColor.needsUpdate = true;
      }
    }
  }

  private grow(): void {
    const old = this.visible;
    const oldHidden = this.hidden;
    [this.visible, this.hidden] = this.make(2 * old.instanceMatrix.count);
    (this.visible.instanceMatrix.array as Float32Array).set(old.instanceMatrix.array);
    (this.visible.instanceColor!.array as Float32Array).set(old.instanceColor!.array);
    for (const mesh of [old, oldHidden]) {
      mesh.removeFromParent();
      mesh.dispose();
    }
  }

  private make(capacity: number): [THREE.InstancedMesh, THREE.InstancedMesh] {
    const visible = new THREE.InstancedMesh(
      this.geometry, new THREE.MeshLambertMaterial({emissive: 0x222222}), capacity);
    visible.setColorAt(0, new THREE.Color());
    visible.castShadow = false;
    const hidden = new THREE.InstancedMesh(
      this.geometry,
      new THREE.MeshBasicMaterial({
        transparent: true, opacity: GHOST, depthFunc: THREE.GreaterDepth, depthWrite: false,
      }),
      capacity);
    hidden.instanceMatrix = visible.instanceMatrix;
    hidden.instanceColor = visible.instanceColor;
    hidden.renderOrder = 1;
    for (const mesh of [visible, hidden]) {
      mesh.frustumCulled = false;
      this.parent.add(mesh);
    }
    return [visible, hidden];
  }
}

/** Arrows, balls and lines, many of each, made anew for each message. */
export class Batch {
  readonly object = new THREE.Group();
  private readonly shafts: Instances;
  private readonly heads: Instances;
  private readonly balls: Instances;
  private readonly lines: THREE.LineSegments;
  private readonly linePoints: number[] = [];
  private readonly lineColours: number[] = [];

  constructor() {
    this.shafts = new Instances(
      this.object, new THREE.CylinderGeometry(0.5, 0.5, 1, 12).translate(0, 0.5, 0));
    this.heads = new Instances(
      this.object, new THREE.ConeGeometry(0.5, 1, 16).translate(0, 0.5, 0));
    this.balls = new Instances(this.object, new THREE.SphereGeometry(0.5, 16, 12));
    this.lines = new THREE.LineSegments(
      new THREE.BufferGeometry(), new THREE.LineBasicMaterial({vertexColors: true}));
    this.lines.frustumCulled = false;
    this.object.add(this.lines);
  }

  begin(): void {
    [this.shafts, this.heads, this.balls].forEach((instances) => instances.begin());
    this.linePoints.length = this.lineColours.length = 0;
  }

  end(): void {
    [this.shafts, this.heads, this.balls].forEach((instances) => instances.end());
    this.lines.geometry.dispose();
    this.lines.geometry = new THREE.BufferGeometry();
    this.lines.geometry.setAttribute(
      'position', new THREE.Float32BufferAttribute(this.linePoints, 3));
    this.lines.geometry.setAttribute(
      'color', new THREE.Float32BufferAttribute(this.lineColours, 3));
    this.lines.visible = this.linePoints.length > 0;
  }

  /** The head is as long as wide times 1.6, but never more than half of the arrow. */
  arrow(from: THREE.Vector3, to: THREE.Vector3, shaft: number, head: number, colour: THREE.Color,
    headLength = 1.6 * head): void {
    const along = to.clone().sub(from);
    const length = along.length();
    if (length === 0) {
      return;
    }
    const cone = Math.min(headLength, 0.5 * length);
    // A short arrow is thinner, so that it is still seen to be an arrow.
    const thin = cone / headLength;
    const turn = new THREE.Quaternion().setFromUnitVectors(UP, along.divideScalar(length));
    const neck = from.clone().addScaledVector(along, length - cone);
    const matrix = new THREE.Matrix4();
    this.shafts.add(matrix.compose(
      from, turn, new THREE.Vector3(shaft * thin, length - cone, shaft * thin)), colour);
    this.heads.add(
      matrix.compose(neck, turn, new THREE.Vector3(head * thin, cone, head * thin)), colour);
  }

  ball(centre: THREE.Vector3, size: THREE.Vector3, colour: THREE.Color): void {
    this.balls.add(
      new THREE.Matrix4().compose(centre, new THREE.Quaternion(), size), colour);
  }

  line(from: THREE.Vector3, to: THREE.Vector3, colour: THREE.Color): void {
    this.linePoints.push(...from.toArray(), ...to.toArray());
    this.lineColours.push(...colour.toArray(), ...colour.toArray());
  }
}
