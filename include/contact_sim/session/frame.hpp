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

#ifndef CONTACT_SIM__SESSION__FRAME_HPP_
#define CONTACT_SIM__SESSION__FRAME_HPP_

#include <Eigen/Core>

#include <array>
#include <cstdint>

#include "contact_sim/session/loop_statistics.hpp"
#include "contact_sim/simulation/state.hpp"
#include "contact_sim/simulation/step_record.hpp"

namespace contact_sim
{

/// What is sent of a step.
enum class Channel {kJointStates, kWrenches, kMarkers, kTransforms, kClock};
constexpr int kChannels = 5;

/// Which of them, by channel.
struct Due
{
  std::array<bool, kChannels> is{};

  bool operator[](Channel channel) const {return is[static_cast<int>(channel)];}
  bool any() const;
  static Due all();
};

/// How often each is sent [Hz of simulation time]; 0: never.
struct Rates
{
  std::array<double, kChannels> of{200.0, 200.0, 30.0, 100.0, 200.0};
};

/// Says what of a step is due: the first step of every period, counted by simulation time, so that
/// rates neither drift nor depend on how fast the simulation runs.
class Schedule
{
public:
  explicit Schedule(const Rates & rates)
  : rates_(rates) {reset();}

  void set_rates(const Rates & rates);
  const Rates & rates() const {return rates_;}
  /// The state begins anew: everything is due.
  void reset();
  Due next(double time);

private:
  Rates rates_;
  std::array<std::int64_t, kChannels> sent_{};  ///< periods
};

struct MarkerSettings
{
  double force_scale{0.01};  ///< length of an arrow [m/N]
  bool shows_cones{false};
  double full_penetration{0.0};  ///< depth whose colour is the hottest [m]; 0: not shown
};

/// One step, on its way out.
struct Frame
{
  State state;
  Eigen::VectorXd q_begin;  ///< where the step began, and its contacts are
  StepRecord record;
  Due due;
  MarkerSettings markers;
  bool has_statistics{false};
  LoopStatistics statistics;  ///< where it has them: of the steps since those before
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__FRAME_HPP_
