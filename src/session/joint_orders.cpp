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

#include "contact_sim/session/joint_orders.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <mutex>
#include <set>
#include <stdexcept>
#include <utility>

namespace contact_sim
{

namespace
{

constexpr double kLargestOrder = 1e12;  ///< beyond it a step would end in no number at all

/// A name that came from outside, in quotes: not said back longer than any joint's is, whole in
/// UTF-8, and safe to print.
std::string in_quotes(const std::string & name)
{
  constexpr std::size_t kShown = 80;  // [bytes]
  std::size_t end = std::min(name.size(), kShown);
  while (end < name.size() && end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) {
    --end;
  }
  std::string shown = name.substr(0, end);
  const auto is_control = [](unsigned char c) {return std::iscntrl(c) != 0;};
  std::replace_if(shown.begin(), shown.end(), is_control, '?');
  return "'" + shown + (end < name.size() ? "…'" : "'");
}

void check_size(const std::vector<double> & values, std::size_t names, const char * what)
{
  if (!values.empty() && values.size() != names) {
    throw std::invalid_argument(
            "expected " + std::to_string(names) + " numbers in " + what + ", as many as names, " +
            "found " + std::to_string(values.size()));
  }
}

double number(
  const std::vector<double> & values, std::size_t i, const char * what, const std::string & joint)
{
  if (values.empty()) {
    return 0.0;
  }
  if (!std::isfinite(values[i])) {
    throw std::invalid_argument(
            std::string(what) + " of joint '" + joint + "' is " + std::to_string(values[i]));
  }
  if (std::abs(values[i]) > kLargestOrder) {
    throw std::invalid_argument(
            std::string(what) + " of joint '" + joint + "': expected at most 1e12, found more");
  }
  return values[i];
}

CommandMode mode_of(const JointStateMessage & message)
{
  if (!message.position.empty()) {
    return CommandMode::kPosition;
  }
  return message.velocity.empty() ? CommandMode::kEffort : CommandMode::kVelocity;
}

void check_shape(const JointStateMessage & message)
{
  check_size(message.position, message.name.size(), "position");
  check_size(message.velocity, message.name.size(), "velocity");
  check_size(message.effort, message.name.size(), "effort");
  if (!message.name.empty() && message.position.empty() && message.velocity.empty() &&
    message.effort.empty())
  {
    throw std::invalid_argument("expected position, velocity or effort, found names alone");
  }
}

}  // namespace

void apply_orders(const std::vector<JointOrder> & orders, Command & command)
{
  for (const JointOrder & order : orders) {
    command.mode[order.dof] = order.mode;
    command.position[order.dof] = order.position;
    command.velocity[order.dof] = order.velocity;
    command.effort[order.dof] = order.effort;
  }
}

CommandReader::CommandReader(const BuiltScenario & scenario, const SceneNames & names)
: names_(names), world_(scenario.world), moved_by_(scenario.world->model.nv())
{
  const Model & model = world_->model;
  for (int body = 1; body < model.body_count(); ++body) {
    if (model.mimic(body)) {
      const int leader = model.mimic(body)->leader;
      moved_by_[model.first_v(body)] = "joint '" + model.joint(leader).name + "', which it mimics";
    }
  }
  for (const Motion & motion : scenario.motions) {
    for (int joint = 0; joint < motion.joint_count(); ++joint) {
      moved_by_[motion.dof(joint)] = "the scenario";
    }
  }
}

std::vector<std::string> CommandReader::joints() const
{
  std::vector<std::string> names;
  for (const NamedJoint & joint : names_.joints()) {
    if (takes_commands(joint)) {
      names.push_back(joint.name);
    }
  }
  return names;
}

const NamedJoint & CommandReader::joint(const std::string & name) const
{
  const NamedJoint * found = names_.find_joint(name);
  if (found == nullptr) {
    std::string known;
    for (const NamedJoint & joint : names_.joints()) {
      known += (known.empty() ? "" : ", ") + joint.name;
    }
    throw std::invalid_argument(
            "no joint " + in_quotes(name) + " takes commands; there are: " +
            (known.empty() ? "none" : known));
  }
  if (!takes_commands(*found)) {
    throw std::invalid_argument("joint '" + name + "' is moved by " + moved_by_[found->dof]);
  }
  return *found;
}

/// A command that could not move anything would leave the user puzzled.
void CommandReader::check_gains(const JointOrder & order, const std::string & joint) const
{
  const JointControl & control = world_->controls[order.dof];
  const bool has_drive = control.exact || control.damping > 0.0 ||
    (order.mode == CommandMode::kPosition && control.stiffness > 0.0);
  if (order.mode != CommandMode::kEffort && !has_drive) {
    throw std::invalid_argument(
            "joint '" + joint + "' has no gains to follow a position or velocity with: command " +
            "its effort, or give it gains in the scenario");
  }
}

std::vector<JointOrder> CommandReader::read(const JointStateMessage & message) const
{
  check_shape(message);
  std::vector<JointOrder> orders;
  std::set<int> seen;
  for (std::size_t i = 0; i < message.name.size(); ++i) {
    const std::string & name = message.name[i];
    JointOrder order;
    order.dof = joint(name).dof;
    if (!seen.insert(order.dof).second) {
      throw std::invalid_argument("joint '" + name + "' is named twice");
    }
    order.mode = mode_of(message);
    order.position = number(message.position, i, "position", name);
    order.velocity = number(message.velocity, i, "velocity", name);
    order.effort = number(message.effort, i, "effort", name);
    check_gains(order, name);
    orders.push_back(order);
  }
  return orders;
}

bool CommandInbox::push(const std::vector<JointOrder> & orders)
{
  const std::lock_guard<InheritingMutex> lock(mutex_);
  if (is_lockstep_ || waiting_.empty()) {
    if (waiting_.size() >= kMost) {
      return false;
    }
    waiting_.push_back(orders);
    return true;
  }
  std::vector<JointOrder> & waiting = waiting_.back();
  for (const JointOrder & order : orders) {
    const auto is_same = [&](const JointOrder & other) {return other.dof == order.dof;};
    const auto found = std::find_if(waiting.begin(), waiting.end(), is_same);
    if (found == waiting.end()) {
      waiting.push_back(order);
    } else {
      *found = order;
    }
  }
  return true;
}

bool CommandInbox::pop(std::vector<JointOrder> & orders)
{
  const std::lock_guard<InheritingMutex> lock(mutex_);
  if (waiting_.empty()) {
    return false;
  }
  orders = std::move(waiting_.front());
  waiting_.pop_front();
  return true;
}

bool CommandInbox::empty() const
{
  const std::lock_guard<InheritingMutex> lock(mutex_);
  return waiting_.empty();
}

void CommandInbox::clear()
{
  const std::lock_guard<InheritingMutex> lock(mutex_);
  waiting_.clear();
}

}  // namespace contact_sim
