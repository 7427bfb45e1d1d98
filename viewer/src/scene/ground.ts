// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import * as THREE from 'three';

import type {Theme} from './colours';

const RADIUS = 60;
/** Distance between lines [m]. */
export const FINE_GRID = 0.1;
export const COARSE_GRID = 1.0;

const GRID_FUNCTIONS = `
uniform vec3 lineColour;
uniform vec3 skyColour;
uniform vec3 centre;
uniform float fade;
varying vec2 onGround;
float line(float spacing, float width) {
  vec2 cell = onGround / spacing;
  vec2 slope = max(fwidth(cell), vec2(1e-6));
  vec2 distance = abs(fract(cell - 0.5) - 0.5) / slope;
  float strength = 1.0 - smoothstep(width - 0.5, width + 0.5, min(distance.x, distance.y));
  return strength * (1.0 - smoothstep(0.15, 0.5, max(slope.x, slope.y)));
}
`;

const GRID_COLOUR = `
#include <dithering_fragment>
{
  float lines = max(0.3 * line(${FINE_GRID.toFixed(3)}, 0.5), line(${COARSE_GRID.toFixed(3)}, 0.9));
  vec3 drawn = mix(gl_FragColor.rgb, lineColour, lines);
  float far = smoothstep(0.35, 1.0, length(onGround - centre.xy) / fade);
  gl_FragColor = vec4(mix(drawn, skyColour, far), 1.0);
}
`;

/** The plane z = 0 of its frame, with lines that fade into the sky, and shadows. */
export class Ground {
  readonly object: THREE.Mesh;
  private readonly material = new THREE.MeshLambertMaterial();
  private readonly uniforms = {
    lineColour: {value: new THREE.Color()},
    skyColour: {value: new THREE.Color()},
    centre: {value: new THREE.Vector3()},
    fade: {value: 10},
  };

  constructor() {
    this.material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nvarying vec2 onGround;')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nonGround = position.xy;');
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', `#include <common>\n${GRID_FUNCTIONS}`)
        .replace('#include <dithering_fragment>', GRID_COLOUR);
    };
    this.object = new THREE.Mesh(new THREE.CircleGeometry(RADIUS, 64), this.material);
    this.object.receiveShadow = true;
    this.object.name = 'ground';
  }

  setTheme(theme: Theme): void {
    this.material.color.set(theme.ground);
    // Mixed after the conversion to the screen's colours.
    this.uniforms.lineColour.value.set(theme.line).convertLinearToSRGB();
    this.uniforms.skyColour.value.set(theme.sky).convertLinearToSRGB();
  }

  setFade(centre: THREE.Vector3, distance: number): void {
    this.uniforms.centre.value.copy(centre);
    this.uniforms.fade.value = Math.min(Math.max(6 * distance, 4), RADIUS);
  }
}
