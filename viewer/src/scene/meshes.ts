// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import * as THREE from 'three';
import {ColladaLoader} from 'three/examples/jsm/loaders/ColladaLoader.js';
import {OBJLoader} from 'three/examples/jsm/loaders/OBJLoader.js';
import {STLLoader} from 'three/examples/jsm/loaders/STLLoader.js';

export type Fetch = (uri: string) => Promise<ArrayBuffer>;

/** Reads a mesh by the ending of its name. What has no material of its own gets the given one. */
export function readMesh(uri: string, data: ArrayBuffer, material: THREE.Material): THREE.Object3D {
  const ending = uri.toLowerCase().split('.').pop() ?? '';
  const text = () => new TextDecoder().decode(data);
  switch (ending) {
    case 'stl':
      return new THREE.Mesh(new STLLoader().parse(data), material);
    case 'obj':
      return withMaterial(new OBJLoader().parse(text()), material);
    case 'dae': {
      const collada = new ColladaLoader().parse(text(), '');
      if (!collada) {
        throw new Error(`${uri}: not a Collada file`);
      }
      return collada.scene;
    }
    default:
      throw new Error(`${uri}: expected a mesh that ends in .stl, .obj or .dae`);
  }
}

export async function loadMesh(
  uri: string, fetch: Fetch, material: THREE.Material): Promise<THREE.Object3D> {
  return readMesh(uri, await fetch(uri), material);
}

function withMaterial(object: THREE.Object3D, material: THREE.Material): THREE.Object3D {
  object.traverse((part) => {
    if (part instanceof THREE.Mesh) {
      part.material = material;
    }
  });
  return object;
}

export function castShadows(object: THREE.Object3D): void {
  object.traverse((part) => {
    if (part instanceof THREE.Mesh) {
      part.castShadow = true;
      part.receiveShadow = true;
    }
  });
}

export function dispose(object: THREE.Object3D): void {
  object.removeFromParent();
  object.traverse((part) => {
    if (part instanceof THREE.Mesh || part instanceof THREE.LineSegments) {
      part.geometry.dispose();
      [part.material].flat().forEach((material: THREE.Material) => material.dispose());
    }
  });
}
