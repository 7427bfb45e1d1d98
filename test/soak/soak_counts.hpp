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


#ifndef SOAK__SOAK_COUNTS_HPP_
#define SOAK__SOAK_COUNTS_HPP_

#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "app/run_statistics.hpp"
#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/simulation/simulation.hpp"

namespace contact_sim::soak
{

/// Bodies that move or turn faster are not expected to keep the bound on penetration. A step of
/// 1 ms is straight: at 10 rad/s a point 0.5 m away leaves its tangent by (0.01)² 0.5 / 2 = 0.025
/// mm, on either of two bodies.
constexpr double kModerateSpeed = 5.0;   ///< [m/s]
constexpr double kModerateTurning = 10.0;  ///< [rad/s]
constexpr double kMostPenetration = 1e-4;  ///< at moderate speeds [m]

/// Where something was: enough to see it again.
struct Place
{
  std::int64_t episode{0};
  std::int64_t step{0};
};

/// The largest of a value, and where.
struct Worst
{
  double value{0.0};
  Place place;

  void add(double new_value, const Place & at)
  {
    if (new_value > value) {
      value = new_value;
      place = at;
    }
  }
};

/// What the frames of a scene come to.
struct SoakCounts
{
  RunStatistics run;
  std::int64_t episodes{0};
  std::int64_t stopped{0};        ///< episodes, by an error of the simulation
  std::int64_t not_finite{0};     ///< frames with a state or a force that is not
  std::int64_t moderate{0};       ///< frames
  std::int64_t too_deep{0};       ///< of these, above the bound
  Worst moderate_penetration;     ///< [m]
  Worst penetration;              ///< [m]
  Worst energy_gain;              ///< in a step without input [J]
  Worst step_time;                ///< [s]
  double wall_time{0.0};          ///< [s]
  std::uint64_t hash{0};          ///< of the states at the ends of all episodes

  /// Islands that were answered without friction.
  std::int64_t frictionless() const;
  bool is_as_promised() const;
};

/// Counts the steps of one episode.
class EpisodeCounter
{
public:
  EpisodeCounter(
    const Model & model, const State & initial, std::int64_t episode, SoakCounts & counts);

  void add(const State & state, const StepRecord & record, bool has_wrenches);

private:
  bool is_moderate(const Model & model, const State & state);

  const Model & model_;
  Data data_;
  bool was_moderate_;
  std::int64_t episode_;
  double energy_{0.0};
  SoakCounts & counts_;
};

/// A row a scene, and what the frames come to in sum; all of it is the same in every run, but for
/// the times.
void write_counts(
  std::ostream & output, const std::vector<std::pair<std::string, SoakCounts>> & scenes,
  bool with_times);

}  // namespace contact_sim::soak

#endif  // SOAK__SOAK_COUNTS_HPP_
