// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import * as THREE from 'three';

import {App} from './app';
import {Connection} from './protocol/connection';
import {Names, serverAddress} from './protocol/names';

const asked = new URL(window.location.href).searchParams;
const quality = asked.get('quality') ?? 'auto';
const namespace = asked.get('namespace') ?? '';
const connection = new Connection(serverAddress(window.location));
const app = new App(connection, new Names(namespace),
  quality === 'full' || quality === 'low' ? quality : 'auto');
connection.connect();

/** For tests: where a frame is in the page [px], and where it is in the world [m]. */
Object.assign(window, {
  contactSim: {
    frameOnScreen: (frame: string) => {
      const pose = app.world.frames.pose(frame);
      return pose && app.world.viewport.toScreen(new THREE.Vector3().setFromMatrixPosition(pose));
    },
    framePosition: (frame: string) => {
      const pose = app.world.frames.pose(frame);
      return pose && new THREE.Vector3().setFromMatrixPosition(pose).toArray();
    },
  },
});
