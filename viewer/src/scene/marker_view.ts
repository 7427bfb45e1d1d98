// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import * as THREE from 'three';

import {MarkerType} from '../protocol/messages';
import type {Colour, Marker, MarkerArray, Pose, Vector3} from '../protocol/messages';
import {Batch} from './batch';
import type {Frames} from './frames';
import {MarkerStore} from './marker_store';
import {castShadows, dispose, loadMesh} from './meshes';
import type {Fetch} from './meshes';

export function colourOf({r, g, b}: Colour): THREE.Color {
  return new THREE.Color().setRGB(r, g, b, THREE.SRGBColorSpace);
}

function vector({x, y, z}: Vector3): THREE.Vector3 {
  return new THREE.Vector3(x, y, z);
}

function matrixOf({position, orientation: q}: Pose): THREE.Matrix4 {
  return new THREE.Matrix4().compose(
    vector(position), new THREE.Quaternion(q.x, q.y, q.z, q.w).normalize(),
    new THREE.Vector3(1, 1, 1));
}

const SOLID = new Set<number>([
  MarkerType.cube, MarkerType.sphere, MarkerType.cylinder, MarkerType.triangleList,
  MarkerType.mesh]);

export function isSolid(marker: Marker): boolean {
  return SOLID.has(marker.type);
}

/** One topic of markers. Namespaces can be hidden. */
export class MarkerView {
  readonly object = new THREE.Group();
  readonly hidden = new Set<string>();
  private readonly store = new MarkerStore();
  private readonly batch = new Batch();
  private solids: {marker: Marker; object: THREE.Object3D}[] = [];
  private isDirty = false;

  constructor(private readonly fetch: Fetch, private readonly report: (problem: string) => void,
    private readonly changed: () => void) {
    this.object.add(this.batch.object);
  }

  receive(message: MarkerArray): void {
    this.store.receive(message);
    this.isDirty = true;
  }

  clear(): void {
    this.store.clear();
    this.isDirty = true;
  }

  show(ns: string, isShown: boolean): void {
    if (isShown) {
      this.hidden.delete(ns);
    } else {
      this.hidden.add(ns);
    }
    this.isDirty = true;
  }

  all(): Marker[] {
    return this.store.all();
  }

  /** Before a picture: markers whose frame moves go along. */
  update(frames: Frames): void {
    if (this.isDirty) {
      this.rebuild(frames);
      this.isDirty = false;
    }
    for (const {marker, object} of this.solids) {
      const frame = frames.pose(marker.header.frame_id);
      object.visible = frame !== undefined && !this.hidden.has(marker.ns);
      if (frame) {
        object.matrix.multiplyMatrices(frame, matrixOf(marker.pose));
        object.matrixWorldNeedsUpdate = true;
      }
    }
  }

  private rebuild(frames: Frames): void {
    this.solids.forEach(({object}) => dispose(object));
    this.solids = [];
    this.batch.begin();
    for (const marker of this.store.all()) {
      if (isSolid(marker)) {
        this.addSolid(marker);
      } else if (!this.hidden.has(marker.ns)) {
        const frame = frames.pose(marker.header.frame_id);
        if (frame) {
          addToBatch(marker, frame.clone().multiply(matrixOf(marker.pose)), this.batch);
        }
      }
    }
    this.batch.end();
  }

  private addSolid(marker: Marker): void {
    const object = new THREE.Group();
    object.matrixAutoUpdate = false;
    this.object.add(object);
    this.solids.push({marker, object});
    const material = new THREE.MeshStandardMaterial({
      color: colourOf(marker.color), opacity: marker.color.a, transparent: marker.color.a < 1,
      roughness: 0.75, metalness: 0, side: THREE.DoubleSide,
    });
    if (marker.type === MarkerType.mesh) {
      loadMesh(marker.mesh_resource, this.fetch, material).then(
        (mesh) => this.finish(object, mesh, marker),
        (error: Error) => this.report(`${marker.mesh_resource}: ${error.message}`));
    } else {
      this.finish(object, new THREE.Mesh(geometryOf(marker), material), marker);
    }
  }

  private finish(object: THREE.Object3D, mesh: THREE.Object3D, marker: Marker): void {
    mesh.scale.copy(vector(marker.scale));
    object.add(mesh);
    castShadows(object);
    this.changed();
  }
}

function geometryOf(marker: Marker): THREE.BufferGeometry {
  switch (marker.type) {
    case MarkerType.cube:
      return new THREE.BoxGeometry(1, 1, 1);
    case MarkerType.sphere:
      return new THREE.SphereGeometry(0.5, 32, 24);
    case MarkerType.cylinder:
      return new THREE.CylinderGeometry(0.5, 0.5, 1, 40).rotateX(0.5 * Math.PI);
    default: {
      const geometry = new THREE.BufferGeometry().setFromPoints(marker.points.map(vector));
      geometry.computeVertexNormals();
      return geometry;
    }
  }
}

function addToBatch(marker: Marker, pose: THREE.Matrix4, batch: Batch): void {
  const points = marker.points.map((point) => vector(point).applyMatrix4(pose));
  const colour = (i: number) => colourOf(marker.colors[i] ?? marker.color);
  switch (marker.type) {
    case MarkerType.arrow:
      addArrow(marker, points, pose, batch);
      break;
    case MarkerType.sphereList:
    case MarkerType.points:
    case MarkerType.cubeList:
      points.forEach((point, i) => batch.ball(point, vector(marker.scale), colour(i)));
      break;
    case MarkerType.lineList:
      for (let i = 0; i + 1 < points.length; i += 2) {
        batch.line(points[i]!, points[i + 1]!, colour(i));
      }
      break;
    case MarkerType.lineStrip:
      for (let i = 0; i + 1 < points.length; ++i) {
        batch.line(points[i]!, points[i + 1]!, colour(i));
      }
      break;
  }
}

/** By two points, scale: diameters of shaft and head; else along x of the pose. */
function addArrow(marker: Marker, points: THREE.Vector3[], pose: THREE.Matrix4, batch: Batch) {
  const colour = colourOf(marker.color);
  const {x, y, z} = marker.scale;
  if (points.length >= 2) {
    batch.arrow(points[0]!, points[1]!, x, y, colour, z > 0 ? z : undefined);
  } else if (points.length === 0) {
    const at = (along: number) => new THREE.Vector3(along, 0, 0).applyMatrix4(pose);
    batch.arrow(at(0), at(x), y, 2 * y, colour);
  }
}
