// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import * as THREE from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';

import type {Theme} from './colours';
import {LIGHT} from './colours';
import {Ground} from './ground';

/** From the front left of a robot that looks along x. */
const FIRST_DIRECTION = new THREE.Vector3(1.0, 0.85, 0.5).normalize();
const SHADOW_SIZE = 2048;
const LARGEST_PIXEL_RATIO = 2;
/** A machine that takes longer for a picture rests as long after it, so that clicks are heard [ms]. */
const SLOW = 60;
/** After so many pictures that took so long, shadows go, then pixels [ms]. */
const TOO_SLOW = 250;
const PATIENCE = 3;
const COARSE_PIXELS = 0.7;

/** Low: without shadows and smooth edges. Auto: simpler where pictures take long. */
export type Quality = 'auto' | 'full' | 'low';

/** Camera, light, ground and the loop that draws; draws only when something has changed. */
export class Viewport {
  readonly scene = new THREE.Scene();
  readonly ground = new Ground();
  readonly camera = new THREE.PerspectiveCamera(35, 1, 0.01, 200);
  readonly controls: OrbitControls;
  /** Called before each picture. */
  beforeDraw: () => void = () => {};
  afterDraw: () => void = () => {};
  private readonly renderer: THREE.WebGLRenderer;
  private readonly sun = new THREE.DirectionalLight(0xffffff);
  private readonly fill = new THREE.HemisphereLight(0xffffff, 0x8a8f96);
  private isDirty = true;
  private followed = new THREE.Vector3();
  private isFollowing = false;
  private drawnAt = 0;
  private restUntil = 0;
  private slowPictures = 0;
  private pixelRatio: number;

  constructor(private readonly container: HTMLElement, private readonly quality: Quality) {
    this.renderer = new THREE.WebGLRenderer({antialias: quality !== 'low'});
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    container.append(this.renderer.domElement);
    this.renderer.domElement.setAttribute('aria-label', 'the simulated scene');
    this.pixelRatio = quality === 'low' ? COARSE_PIXELS : LARGEST_PIXEL_RATIO;
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.maxDistance = 50;
    this.controls.minDistance = 0.05;
    this.controls.addEventListener('change', () => this.redraw());
    this.light();
    this.scene.add(this.ground.object);
    this.setTheme(LIGHT);
    this.lookAt(new THREE.Box3(new THREE.Vector3(-0.5, -0.5, 0), new THREE.Vector3(0.5, 0.5, 0.8)));
    new ResizeObserver(() => this.resize()).observe(container);
    this.resize();
    this.loop();
  }

  redraw(): void {
    this.isDirty = true;
  }

  setTheme(theme: Theme): void {
    this.scene.background = new THREE.Color(theme.sky);
    this.sun.intensity = theme.sun;
    this.fill.intensity = theme.fill;
    this.ground.setTheme(theme);
    this.redraw();
  }

  /** Shows the whole box, from the front. */
  lookAt(box: THREE.Box3): void {
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    const half = 0.5 * THREE.MathUtils.degToRad(this.camera.fov) * Math.min(1, this.camera.aspect);
    const distance = 1.38 * Math.max(sphere.radius, 0.05) / Math.sin(half);
    this.controls.target.copy(sphere.center);
    this.camera.position.copy(sphere.center).addScaledVector(FIRST_DIRECTION, distance);
    this.controls.update();
    this.redraw();
  }

  /** The camera goes where the point goes, from now on. */
  follow(point: THREE.Vector3 | undefined): void {
    this.isFollowing = point !== undefined;
    if (point) {
      this.followed.copy(point);
    }
  }

  moveWith(point: THREE.Vector3): void {
    if (!this.isFollowing) {
      return;
    }
    const moved = point.clone().sub(this.followed);
    this.controls.target.add(moved);
    this.camera.position.add(moved);
    this.followed.copy(point);
  }

  /** By angles [rad], and nearer by a factor. */
  orbit(azimuth: number, elevation: number, nearer = 1): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    // Spherical has y up, the scene z.
    const angles = new THREE.Spherical().setFromCartesianCoords(offset.y, offset.z, offset.x);
    angles.theta += azimuth;
    angles.phi = THREE.MathUtils.clamp(angles.phi - elevation, 0.05, Math.PI - 0.05);
    angles.radius /= nearer;
    const turned = new THREE.Vector3().setFromSpherical(angles);
    this.camera.position.copy(this.controls.target)
      .add(new THREE.Vector3(turned.z, turned.x, turned.y));
    this.controls.update();
  }

  /** Where a point of the world is in the page [px]. */
  toScreen(point: THREE.Vector3): {x: number; y: number; isVisible: boolean} {
    const at = point.clone().project(this.camera);
    const {left, top, width, height} = this.renderer.domElement.getBoundingClientRect();
    return {
      x: left + 0.5 * (at.x + 1) * width, y: top + 0.5 * (1 - at.y) * height,
      isVisible: Math.abs(at.z) < 1,
    };
  }

  private light(): void {
    this.fill.position.set(0, 0, 1);
    this.sun.castShadow = this.quality !== 'low';
    this.sun.shadow.mapSize.set(SHADOW_SIZE, SHADOW_SIZE);
    this.sun.shadow.radius = 3;
    this.sun.shadow.bias = -2e-4;
    this.sun.shadow.normalBias = 2e-3;
    this.scene.add(this.fill, this.sun, this.sun.target);
  }

  /** The shadow covers what the camera looks at. */
  private aimSun(): void {
    const size = THREE.MathUtils.clamp(
      0.6 * this.camera.position.distanceTo(this.controls.target), 0.3, 15);
    this.sun.target.position.copy(this.controls.target);
    this.sun.position.copy(this.controls.target)
      .add(new THREE.Vector3(1.3, -0.5, 1.9).multiplyScalar(2 * size));
    const {camera} = this.sun.shadow;
    camera.left = camera.bottom = -size;
    camera.right = camera.top = size;
    camera.near = 0.1 * size;
    camera.far = 12 * size;
    camera.updateProjectionMatrix();
  }

  private resize(): void {
    const {clientWidth: width, clientHeight: height} = this.container;
    if (width === 0 || height === 0) {
      return;
    }
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, this.pixelRatio));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  private loop = (): void => {
    requestAnimationFrame(this.loop);
    if (this.isResting() || !this.isDirty) {
      return;
    }
    this.isDirty = false;
    this.drawnAt = performance.now();
    this.draw();
  };

  /** The browser comes back only when the last picture is done. */
  private isResting(): boolean {
    const now = performance.now();
    if (this.drawnAt > 0) {
      const took = now - this.drawnAt;
      this.drawnAt = 0;
      this.restUntil = took > SLOW ? now + took : 0;
      this.slowPictures = took > TOO_SLOW ? this.slowPictures + 1 : 0;
      if (this.slowPictures >= PATIENCE && this.quality === 'auto') {
        this.simplify();
      }
    }
    return now < this.restUntil;
  }

  private simplify(): void {
    this.slowPictures = 0;
    if (this.sun.castShadow) {
      this.sun.castShadow = false;
    } else {
      this.pixelRatio = COARSE_PIXELS;
      this.resize();
    }
  }

  private draw(): void {
    this.beforeDraw();
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = Math.max(0.002, 0.01 * distance);
    this.camera.far = 100 + 10 * distance;
    this.camera.updateProjectionMatrix();
    this.ground.setFade(this.controls.target, distance);
    this.aimSun();
    this.renderer.render(this.scene, this.camera);
    this.afterDraw();
  }
}
