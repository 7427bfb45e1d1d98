// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';

import type {Marker} from '../../src/protocol/messages';
import type {MockServer} from './mock_server';
import {sourceFolder} from './paths';

const STAMP = {sec: 1, nsec: 0};
export const JOINTS = ['left_hip_pitch', 'left_knee', 'left_elbow', 'right_elbow'];

export const SOLVER_PARAMETERS = {
  '/simulator.solver.plugin': 'contact_sim::RobustReducedLemke',
  '/simulator.solver.epsilon': 1e-8,
  '/simulator.solver.two_step': true,
  '/simulator.markers.cones': false,
  '/simulator.markers.force_scale': 0.01,
  '/simulator.real_time_factor': 1,
  '/simulator.on_solver_failure': 'continue',
};

export const DESCRIPTION = JSON.stringify({
  scenario: 'humanoid', description: 'A humanoid stands still on its two feet.',
  solvers: [
    {name: 'contact_sim::RobustReducedLemke', description: 'Exact, the one to take first.'},
    {name: 'contact_sim::Dantzig', description: 'Contacts one at a time.'}],
  parameters: [
    {name: 'solver.epsilon', type: 'number', unit: '-', default: 1e-8, minimum: 0, maximum: 1,
      fixed: false, description: 'How far below zero a pivot may take a scaled variable.'},
    {name: 'real_time_factor', type: 'number', unit: '-', default: 1, minimum: 0, maximum: null,
      fixed: false, description: 'simulated time over time'}],
  joints: ['left_hip_pitch', 'left_elbow', 'right_elbow'],
});

function marker(values: Partial<Marker>): object {
  return {
    header: {stamp: STAMP, frame_id: 'world'}, ns: '', id: 0, type: 0, action: 0,
    pose: {position: {x: 0, y: 0, z: 0}, orientation: {x: 0, y: 0, z: 0, w: 1}},
    scale: {x: 0.006, y: 0.014, z: 0}, color: {r: 0.16, g: 0.42, b: 0.9, a: 1},
    lifetime: {sec: 0, nsec: 0}, frame_locked: false, points: [], colors: [],
    texture_resource: '', texture: {header: {stamp: STAMP, frame_id: ''}, format: '', data: []},
    uv_coordinates: [], text: '', mesh_resource: '',
    mesh_file: {filename: '', data: []}, mesh_use_embedded_materials: false, ...values,
  };
}

function contactMarkers(): object[] {
  const corners = [-0.03, 0.05].flatMap((x) => [0.02, 0.08, -0.08, -0.02].map((y) => ({x, y})));
  const stick = {r: 0.13, g: 0.7, b: 0.3, a: 1};
  return [
    marker({action: 3}),
    marker({ns: 'contact_points', type: 7, scale: {x: 0.012, y: 0.012, z: 0.012},
      points: corners.map(({x, y}) => ({x, y, z: 0})), colors: corners.map(() => stick)}),
    ...corners.map(({x, y}, id) => marker({
      ns: 'normal_forces', id, points: [{x, y, z: 0}, {x, y, z: 0.1}]})),
    ...corners.map(({x, y}, id) => marker({
      ns: 'friction_forces', id, color: stick, points: [{x, y, z: 0}, {x: x + 0.03, y, z: 0}]})),
  ];
}

export function diagnostics(isPaused: boolean, solver = 'contact_sim::RobustReducedLemke'): object {
  const values = (pairs: {[key: string]: string}) =>
    Object.entries(pairs).map(([key, value]) => ({key, value}));
  return {
    header: {stamp: STAMP, frame_id: ''},
    status: [
      {level: 0, name: 'contact_sim: contact solver', message: '', hardware_id: 'contact_sim',
        values: values({
          'solver': solver, 'contacts': '8', 'pivots a step, mean': '12.5',
          'residual: complementarity': '2e-12', 'residual: cone violation': '1e-13',
          'solve time, mean [us]': '9.5',
          'islands answered by the default solver (x)': '1',
          'islands answered without friction': '2'})},
      {level: 0, name: 'contact_sim: timing', message: isPaused ? 'paused' : 'on time',
        hardware_id: 'contact_sim',
        values: values({'real-time factor': '0.999', 'simulation time [s]': '1'})}],
  };
}

export function jointStates(positions: number[]): object {
  return {
    header: {stamp: STAMP, frame_id: ''}, name: JOINTS, position: positions,
    velocity: JOINTS.map(() => 0), effort: JOINTS.map(() => 0)};
}

/** The shipped humanoid stands on its feet. */
export function publishScene(server: MockServer): void {
  for (const [name, value] of Object.entries(SOLVER_PARAMETERS)) {
    server.parameters.set(name, {name, value});
  }
  const urdf = readFileSync(resolve(sourceFolder(), '../urdf/humanoid.urdf'), 'utf8');
  server.publish('/robot_description', {data: urdf});
  server.publish('/clock', {clock: STAMP});
  server.publish('/tf', {transforms: [{
    header: {stamp: STAMP, frame_id: 'world'}, child_frame_id: 'base_link',
    transform: {translation: {x: 0, y: 0, z: 0.34}, rotation: {x: 0, y: 0, z: 0, w: 1}}}]});
  server.publish('/joint_states', jointStates([0, 0, -0.3, -0.3]));
  server.publish('/contact_markers', {markers: contactMarkers()});
  server.publish('/scene_markers', {markers: [marker({
    ns: 'ground', type: 1, scale: {x: 20, y: 20, z: 0.01}, frame_locked: true,
    pose: {position: {x: 0, y: 0, z: -0.005}, orientation: {x: 0, y: 0, z: 0, w: 1}}})]});
  server.publish('/diagnostics', diagnostics(false));
  server.publish('/contact_wrenches/left_foot', {
    header: {stamp: STAMP, frame_id: 'left_foot'},
    wrench: {force: {x: 0, y: 0, z: 38.7}, torque: {x: 0, y: 0, z: 0}}});
}
