// Copyright 2026 contact_sim developers
// SPDX-License-Identifier: Apache-2.0

/** The ROS 2 messages that the page reads, as @foxglove/rosmsg2-serialization decodes them. */

export interface Time {
  sec: number;
  nsec: number;
}

export interface Header {
  stamp: Time;
  frame_id: string;
}

export interface Vector3 {
  x: number;
  y: number;
  z: number;
}

export interface Quaternion extends Vector3 {
  w: number;
}

export interface Colour {
  r: number;
  g: number;
  b: number;
  a: number;
}

export interface Pose {
  position: Vector3;
  orientation: Quaternion;
}

/** sensor_msgs/JointState */
export interface JointState {
  header: Header;
  name: string[];
  position: ArrayLike<number>;
  velocity: ArrayLike<number>;
  effort: ArrayLike<number>;
}

/** tf2_msgs/TFMessage */
export interface TransformMessage {
  transforms: {
    header: Header;
    child_frame_id: string;
    transform: {translation: Vector3; rotation: Quaternion};
  }[];
}

/** geometry_msgs/WrenchStamped */
export interface WrenchStamped {
  header: Header;
  wrench: {force: Vector3; torque: Vector3};
}

export enum MarkerType {
  arrow = 0,
  cube = 1,
  sphere = 2,
  cylinder = 3,
  lineStrip = 4,
  lineList = 5,
  cubeList = 6,
  sphereList = 7,
  points = 8,
  text = 9,
  mesh = 10,
  triangleList = 11,
}

export enum MarkerAction {
  add = 0,
  remove = 2,
  removeAll = 3,
}

/** visualization_msgs/Marker */
export interface Marker {
  header: Header;
  ns: string;
  id: number;
  type: number;
  action: number;
  pose: Pose;
  scale: Vector3;
  color: Colour;
  frame_locked: boolean;
  points: Vector3[];
  colors: Colour[];
  mesh_resource: string;
}

/** visualization_msgs/MarkerArray */
export interface MarkerArray {
  markers: Marker[];
}

/** rosgraph_msgs/Clock */
export interface Clock {
  clock: Time;
}

/** diagnostic_msgs/DiagnosticStatus */
export interface DiagnosticStatus {
  level: number;
  name: string;
  message: string;
  hardware_id: string;
  values: {key: string; value: string}[];
}

/** diagnostic_msgs/DiagnosticArray */
export interface DiagnosticArray {
  header: Header;
  status: DiagnosticStatus[];
}

/** std_srvs/Trigger and std_srvs/SetBool */
export interface ServiceAnswer {
  success: boolean;
  message: string;
}

export function seconds(time: Time): number {
  return time.sec + 1e-9 * time.nsec;
}
