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

#ifndef CONTACT_SIM__SESSION__JOINT_ORDERS_HPP_
#define CONTACT_SIM__SESSION__JOINT_ORDERS_HPP_

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "contact_sim/session/messages.hpp"
#include "contact_sim/session/real_time.hpp"
#include "contact_sim/session/scene_names.hpp"
#include "contact_sim/simulation/state.hpp"

namespace contact_sim
{

/// What one joint is told.
struct JointOrder
{
  int dof{0};
  CommandMode mode{CommandMode::kNone};
  double position{0.0};  ///< [rad] or [m]
  double velocity{0.0};  ///< [rad/s] or [m/s]
  double effort{0.0};    ///< [N m] or [N]
};

void apply_orders(const std::vector<JointOrder> & orders, Command & command);

/// Turns messages into orders.
class CommandReader
{
public:
  CommandReader(const BuiltScenario & scenario, const SceneNames & names);

  /// Positions go before velocities, which are then their feed-forward; efforts are added to
  /// either, or go alone.
  /// \throws std::invalid_argument naming the joint and the reason; a message is taken whole or not
  std::vector<JointOrder> read(const JointStateMessage & message) const;

  /// Names of the joints that take commands.
  std::vector<std::string> joints() const;

private:
  bool takes_commands(const NamedJoint & joint) const {return moved_by_[joint.dof].empty();}
  const NamedJoint & joint(const std::string & name) const;
  void check_gains(const JointOrder & order, const std::string & joint) const;

  const SceneNames & names_;
  std::shared_ptr<const World> world_;
  std::vector<std::string> moved_by_;  ///< what else moves a degree of freedom; empty: nothing
};

/// Orders on their way to the thread that simulates. In lockstep every message waits for its own
/// step; else a later order to a joint replaces the one that waits.
class CommandInbox
{
public:
  explicit CommandInbox(bool is_lockstep)
  : is_lockstep_(is_lockstep) {}

  /// False: too many messages wait already.
  bool push(const std::vector<JointOrder> & orders);
  /// False: nothing waits.
  bool pop(std::vector<JointOrder> & orders);
  bool empty() const;
  void clear();
  bool is_lockstep() const {return is_lockstep_;}

private:
  static constexpr std::size_t kMost = 100000;

  bool is_lockstep_;
  mutable InheritingMutex mutex_;  ///< held by threads that may be put to sleep meanwhile
  std::deque<std::vector<JointOrder>> waiting_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__JOINT_ORDERS_HPP_
