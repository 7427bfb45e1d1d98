// Copyright 2026 contact_sim developers
//
// Licensed under the Apache License, Version 2.0 (the "License");
// you may not use this file except in compliance with the License.
// You may obtain a copy of the License at
//
//     http://www.apache.org/licenses/LICENSE-2.0
//
// Unless required by applicable law or agreed to in writing, software
// distributed under the License is distributed on an "AS IS" BASIS,
// WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
// See the License for the specific language governing permissions and
// limitations under the License.

#include "contact_sim/session/scene_messages.hpp"

#include <cmath>

#include "contact_sim/dynamics/kinematics.hpp"
#include "session/session_diagnostics.hpp"

namespace contact_sim
{

std::int64_t to_stamp(double time)
{
  return std::llround(time * 1e9);
}

SceneMessages::SceneMessages(
  const BuiltScenario & scenario, const SceneNames & names, const std::vector<NamedLink> & links,
  const std::string & world_frame)
: scenario_(scenario), names_(names), links_(links), world_frame_(world_frame),
  data_(scenario.world->model)
{
  const std::size_t joints = names.joints().size();
  for (const NamedJoint & joint : names.joints()) {
    joint_states_.name.push_back(joint.name);
  }
  for (auto * values :
    {&joint_states_.position, &joint_states_.velocity, &joint_states_.effort})
  {
    values->assign(joints, 0.0);
  }
  for (const NamedLink & frame : names.frames()) {
    TransformMessage transform;
    transform.header.frame_id = world_frame;
    transform.child_frame_id = frame.frame;
    transforms_.push_back(transform);
  }
}

void SceneMessages::send(const Frame & frame, MessageSink & sink)
{
  if (frame.due[Channel::kClock]) {
    sink.send_clock(to_stamp(frame.state.time));
  }
  if (frame.due[Channel::kJointStates]) {
    send_joint_states(frame, sink);
  }
  if (frame.due[Channel::kTransforms]) {
    send_transforms(frame, sink);
  }
  if (frame.due[Channel::kWrenches]) {
    send_wrenches(frame, sink);
  }
  if (frame.due[Channel::kMarkers]) {
    contact_markers(frame.record, frame.markers, world_frame_, markers_);
    for (MarkerMessage & marker : markers_) {
      marker.header.stamp = to_stamp(frame.state.time);
    }
    sink.send(markers_, to_stamp(frame.state.time));
  }
  if (frame.has_statistics) {
    sink.send_diagnostics(diagnose_steps(frame.statistics), to_stamp(frame.state.time));
  }
}

void SceneMessages::send_joint_states(const Frame & frame, MessageSink & sink)
{
  joint_states_.header.stamp = to_stamp(frame.state.time);
  const bool has_effort = frame.record.effort.size() == frame.state.v.size();
  for (std::size_t i = 0; i < names_.joints().size(); ++i) {
    const NamedJoint & joint = names_.joints()[i];
    joint_states_.position[i] = frame.state.q[joint.q];
    joint_states_.velocity[i] = frame.state.v[joint.dof];
    joint_states_.effort[i] = has_effort ? frame.record.effort[joint.dof] : 0.0;
  }
  sink.send(joint_states_);
}

void SceneMessages::send_transforms(const Frame & frame, MessageSink & sink)
{
  const Model & model = scenario_.world->model;
  forward_kinematics(model, data_, frame.state.q);
  for (std::size_t i = 0; i < transforms_.size(); ++i) {
    const Eigen::Isometry3d X_WL = link_pose(model, data_, names_.frames()[i].link);
    transforms_[i].header.stamp = to_stamp(frame.state.time);
    transforms_[i].translation = X_WL.translation();
    transforms_[i].rotation = Eigen::Quaterniond(X_WL.linear());
  }
  sink.send(transforms_, to_stamp(frame.state.time));
}

void SceneMessages::send_wrenches(const Frame & frame, MessageSink & sink)
{
  const Model & model = scenario_.world->model;
  forward_kinematics(model, data_, frame.q_begin);
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Vector6d wrench =
      link_wrench(frame.record, links_[i].link, link_pose(model, data_, links_[i].link));
    wrench_.header.stamp = to_stamp(frame.state.time);
    wrench_.header.frame_id = links_[i].frame;
    wrench_.torque = wrench.head<3>();
    wrench_.force = wrench.tail<3>();
    sink.send_wrench(static_cast<int>(i), wrench_);
  }
}

}  // namespace contact_sim
