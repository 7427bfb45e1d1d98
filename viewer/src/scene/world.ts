// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import * as THREE from 'three';

import type {Connection} from '../protocol/connection';
import type {
  JointState, Marker, MarkerArray, TransformMessage, WrenchStamped,
} from '../protocol/messages';
import {MarkerType} from '../protocol/messages';
import type {Names} from '../protocol/names';
import {Frames} from './frames';
import {isSolid, MarkerView} from './marker_view';
import {Robot} from './robot';
import {Viewport} from './viewport';
import type {Quality} from './viewport';
import {WrenchView} from './wrench_view';

/** The namespace of the scene marker whose upper face is the ground. */
const GROUND = 'ground';
/** Larger shapes are surroundings: the camera need not see all of them [m]. */
const LARGEST_IN_VIEW = 5;

/** Everything that is drawn, fed by the messages. */
export class World {
  readonly viewport: Viewport;
  readonly frames = new Frames();
  readonly contacts: MarkerView;
  readonly scene: MarkerView;
  readonly wrenches = new WrenchView();
  robot: Robot | undefined;
  /** [m/N] */
  forceScale = 0.01;
  robotLoaded: (robot: Robot) => void = () => {};
  private isFramed = false;
  private lastJoints: JointState | undefined;
  private urdf = '';

  constructor(container: HTMLElement, private readonly connection: Connection,
    private readonly names: Names, private readonly report: (problem: string) => void,
    quality: Quality) {
    this.viewport = new Viewport(container, quality);
    const fetch = (uri: string) => connection.assets.fetch(uri);
    const redraw = () => this.viewport.redraw();
    this.contacts = new MarkerView(fetch, report, redraw);
    this.scene = new MarkerView(fetch, report, redraw);
    this.viewport.scene.add(
      this.contacts.object, this.scene.object, this.wrenches.batch.object);
    this.frames.addSource((frame) => this.robot?.linkPose(frame));
    this.viewport.beforeDraw = () => this.update();
    this.listen();
  }

  /** What a connection that is gone has told. */
  forget(): void {
    this.urdf = '';
    this.lastJoints = undefined;
    this.isFramed = false;
  }

  /** The camera shows robot and bodies. */
  showAll(): void {
    this.update();
    const box = this.bounds();
    if (!box.isEmpty()) {
      this.viewport.lookAt(box);
    }
  }

  /** Where the robot's root is, or else the first frame that moves. */
  followed(): THREE.Vector3 | undefined {
    const pose = this.robot?.object.matrixWorld ??
      this.frames.pose(this.frames.children()[0] ?? '');
    return pose && new THREE.Vector3().setFromMatrixPosition(pose);
  }

  private listen(): void {
    const draw = <T>(take: (message: T) => void) => (message: T) => {
      take(message);
      this.viewport.redraw();
    };
    const on = <T>(name: string, take: (message: T) => void) =>
      this.connection.listen<T>(name, draw(take));
    on<TransformMessage>('/tf', (message) => this.frames.receive(message));
    on<TransformMessage>('/tf_static', (message) => this.frames.receive(message));
    on<JointState>(this.names.topic('joint_states'), (message) => this.moveJoints(message));
    on<{data: string}>(this.names.topic('robot_description'), ({data}) => this.load(data));
    on<MarkerArray>(this.names.topic('contact_markers'), (m) => this.contacts.receive(m));
    on<MarkerArray>(this.names.topic('scene_markers'), (message) => {
      this.scene.receive(message);
      this.placeGround();
    });
  }

  /** Wrenches are asked for only while they are shown. */
  listenToWrenches(): () => void {
    const prefix = this.names.topic('contact_wrenches/');
    return this.connection.listen<WrenchStamped>(
      (topic) => topic.startsWith(prefix),
      (message) => {
        this.wrenches.receive(message);
        this.viewport.redraw();
      });
  }

  private moveJoints(message: JointState): void {
    this.lastJoints = message;
    this.robot?.apply(message);
  }

  private load(urdf: string): void {
    if (urdf === this.urdf) {
      return;
    }
    this.urdf = urdf;
    this.robot?.dispose();
    this.robot = undefined;
    if (urdf.trim() === '') {
      return;
    }
    try {
      this.robot = new Robot(
        urdf, (uri) => this.connection.assets.fetch(uri), this.report,
        () => this.viewport.redraw());
    } catch (error) {
      this.report(`the robot's description cannot be read: ${String(error)}`);
      return;
    }
    this.viewport.scene.add(this.robot.object);
    if (this.lastJoints) {
      this.robot.apply(this.lastJoints);
    }
    this.isFramed = false;
    this.robotLoaded(this.robot);
  }

  private update(): void {
    this.robot?.place(this.frames);
    this.scene.update(this.frames);
    this.contacts.update(this.frames);
    this.wrenches.update(this.frames, this.forceScale);
    if (!this.isFramed && this.isComplete()) {
      this.isFramed = true;
      this.viewport.lookAt(this.bounds());
    }
    const followed = this.followed();
    if (followed) {
      this.viewport.moveWith(followed);
    }
  }

  /** The first picture waits until it is known where things are. */
  private isComplete(): boolean {
    const isPlaced = this.robot ?
      this.lastJoints !== undefined && this.frames.children().length > 0 :
      this.scene.all().some((marker) => isInView(marker) && this.frames.pose(
        marker.header.frame_id) !== undefined);
    return isPlaced && !this.bounds().isEmpty();
  }

  private bounds(): THREE.Box3 {
    const box = new THREE.Box3();
    if (this.robot) {
      box.setFromObject(this.robot.object);
    }
    this.scene.object.updateMatrixWorld(true);
    for (const object of this.scene.object.children) {
      const own = new THREE.Box3().setFromObject(object);
      const size = own.getSize(new THREE.Vector3()).length();
      if (object.visible && size < LARGEST_IN_VIEW) {
        box.union(own);
      }
    }
    return box;
  }

  /** A flat ground is drawn as our own, with a grid; a scene without one floats. */
  private placeGround(): void {
    const grounds = this.scene.all().filter(({ns}) => ns === GROUND);
    const flat = grounds.find(({type}) => type === MarkerType.cube);
    const {object} = this.viewport.ground;
    object.visible = grounds.length === 0 ? this.scene.all().length === 0 : flat !== undefined;
    this.scene.show(GROUND, flat === undefined);
    if (flat) {
      const {position: p, orientation: q} = flat.pose;
      object.quaternion.set(q.x, q.y, q.z, q.w);
      object.position.set(0, 0, 0.5 * flat.scale.z).applyQuaternion(object.quaternion)
        .add(new THREE.Vector3(p.x, p.y, p.z));
    }
  }
}

function isInView(marker: Marker): boolean {
  return isSolid(marker) && marker.ns !== GROUND && marker.type !== MarkerType.mesh;
}
