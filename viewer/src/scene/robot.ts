// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import * as THREE from 'three';
import URDFLoader from 'urdf-loader';
import type {URDFJoint, URDFRobot} from 'urdf-loader';

import type {JointState} from '../protocol/messages';
import type {Frames} from './frames';
import {castShadows, dispose, loadMesh} from './meshes';
import type {Fetch} from './meshes';

export interface JointInfo {
  name: string;
  isAngle: boolean;
  /** undefined: without limits */
  lower: number | undefined;
  upper: number | undefined;
  isMimic: boolean;
}

/** The robot of /robot_description, moved by /joint_states, its root by /tf. */
export class Robot {
  readonly object: URDFRobot;
  private readonly materials = new Set<THREE.Material>();

  constructor(urdf: string, fetch: Fetch, report: (problem: string) => void, changed: () => void) {
    const loader = new URDFLoader();
    loader.packages = (name: string) => `package://${name}`;
    loader.parseCollision = !/<visual[\s>]/.test(urdf);
    loader.loadMeshCb = (uri, _manager, material, done) => {
      loadMesh(uri, fetch, material).then(
        (mesh) => {
          done(mesh);
          castShadows(this.object);
          changed();
        },
        (error: Error) => report(`${uri}: ${error.message}`));
    };
    this.object = loader.parse(urdf);
    this.object.matrixAutoUpdate = false;
    Object.values(this.object.joints).forEach((joint) => {
      joint.ignoreLimits = true;
    });
    castShadows(this.object);
    this.polish();
  }

  get name(): string {
    return this.object.robotName;
  }

  get root(): string {
    return this.object.urdfName;
  }

  dispose(): void {
    dispose(this.object);
  }

  apply(state: JointState): void {
    state.name.forEach((name, i) => {
      const joint = this.object.joints[name];
      const position = state.position[i];
      if (joint && position !== undefined && !isMimic(joint)) {
        joint.setJointValue(position);
      }
    });
  }

  /** Puts the root where its frame is. */
  place(frames: Frames): void {
    const frame = this.frameIn(frames);
    const pose = frame === undefined ? undefined : frames.pose(frame);
    if (pose) {
      this.object.matrix.copy(pose);
    }
    this.object.updateMatrixWorld(true);
  }

  /** In the world; the frame may have a prefix. */
  linkPose(frame: string): THREE.Matrix4 | undefined {
    const link = this.object.links[frame] ?? this.object.links[frame.split('/').pop() ?? ''];
    return link?.matrixWorld;
  }

  joints(): JointInfo[] {
    return Object.values(this.object.joints)
      .filter(({jointType}) => ['revolute', 'continuous', 'prismatic'].includes(jointType))
      .map(describe);
  }

  private frameIn(frames: Frames): string | undefined {
    return frames.isTold(this.root) ? this.root :
      frames.children().find((frame) => frame.endsWith(`/${this.root}`));
  }

  /** URDF's colours are those of the screen; plain shiny plastic becomes calmer. */
  private polish(): void {
    this.object.traverse((part) => {
      if (part instanceof THREE.Mesh) {
        part.material = this.calm(part.material as THREE.Material);
      }
    });
  }

  private readonly calmed = new Map<THREE.Material, THREE.Material>();

  private calm(material: THREE.Material): THREE.Material {
    const known = this.calmed.get(material);
    if (known || !(material instanceof THREE.MeshPhongMaterial)) {
      return known ?? material;
    }
    const calm = new THREE.MeshStandardMaterial({
      color: material.color.clone().convertSRGBToLinear(), map: material.map,
      opacity: material.opacity, transparent: material.transparent, roughness: 0.65,
      metalness: 0.05,
    });
    this.calmed.set(material, calm);
    this.materials.add(calm);
    return calm;
  }
}

function isMimic(joint: URDFJoint): boolean {
  return 'mimicJoint' in joint;
}

function describe(joint: URDFJoint): JointInfo {
  const hasLimits = joint.jointType !== 'continuous' && joint.limit.upper > joint.limit.lower;
  return {
    name: joint.urdfName,
    isAngle: joint.jointType !== 'prismatic',
    lower: hasLimits ? joint.limit.lower : undefined,
    upper: hasLimits ? joint.limit.upper : undefined,
    isMimic: isMimic(joint),
  };
}
