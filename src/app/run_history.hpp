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

#ifndef APP__RUN_HISTORY_HPP_
#define APP__RUN_HISTORY_HPP_

#include <cstdint>
#include <map>
#include <vector>

#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/figures/trace.hpp"
#include "contact_sim/simulation/step_record.hpp"

namespace contact_sim
{

/// What a run was like over time, for its report; in bounded memory, however long it lasts.
class RunHistory
{
public:
  /// \param model has to live as long
  explicit RunHistory(const Model & model);

  /// After every step; costs a microsecond or two. Where a run was set back, time goes on.
  void add(const StepRecord & record);

  /// Net contact force upwards on each link that carried one [N]; the first column is the ground,
  /// as what presses on it.
  const Trace & forces() const {return forces_;}
  const Trace & contacts() const {return contacts_;}    ///< found, and those with a force
  const Trace & pivots() const {return pivots_;}        ///< and backtracks
  const Trace & times() const {return times_;}          ///< of solving and of the step [s]
  const Trace & residuals() const {return residuals_;}  ///< the four of the judge
  const Trace & energy() const {return energy_;}        ///< total, kinetic, potential [J]
  const Trace & penetration() const {return penetration_;}  ///< the deepest [m]
  /// Of each joint with one degree of freedom that was ever told a position, how far it is off.
  const Trace & joints() const {return joints_;}
  int resets() const {return resets_;}

private:
  void add_forces(const StepRecord & record, double time);
  void add_joints(const StepRecord & record, double time);
  void add_force(int link, double force);

  const Model & model_;
  Trace forces_;
  Trace contacts_;
  Trace pivots_;
  Trace times_;
  Trace residuals_;
  Trace energy_;
  Trace penetration_;
  Trace joints_;
  std::vector<int> body_of_dof_;           ///< -1: its joint has several
  std::map<int, std::size_t> link_column_;
  std::map<int, std::size_t> dof_column_;
  std::vector<double> force_values_;
  std::vector<double> joint_values_;
  double offset_{0.0};     ///< of the time, after a reset [s]
  double last_time_{0.0};  ///< [s]
  int resets_{0};
};

}  // namespace contact_sim

#endif  // APP__RUN_HISTORY_HPP_
