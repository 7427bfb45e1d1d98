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

#ifndef SIMULATION__DRIVES_HPP_
#define SIMULATION__DRIVES_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/simulation/state.hpp"
#include "contact_sim/simulation/world.hpp"

namespace contact_sim
{

/// The joints' drives and passive damping in a step of h, implicit in the velocity v' at its end:
///
///     τ = K (p - q - h v') + D (p' - v') + effort - damping v'
///
/// so that M̃ = M + h (D + damping) + h² K, and the rest is an impulse. A degree of freedom that
/// follows its command exactly gets so large an entry in M̃ that nothing else counts. One whose
/// effort would exceed its limit leaves M̃ and becomes a row of the contact problem (ContactRows).
class Drives
{
public:
  void resize(const Model & model);

  /// All drives as commanded. After mass_matrix() in `data`; without passive damping and commanded
  /// efforts where these act elsewhere.
  void begin(
    const World & world, const Data & data, const Command & command, const State & state, double h,
    bool with_smooth_forces);

  /// diag(M̃ - M) and the impulse of the drives less what is in M̃.
  const Eigen::VectorXd & diagonal() const {return diagonal_;}
  const Eigen::VectorXd & impulse() const {return impulse_;}

  /// Limits the drives that would exceed their limit at the velocity v'. False where none does.
  bool limit(
    const World & world, const Command & command, const State & state,
    const Eigen::VectorXd & v_next, double h);

  /// The efforts at the velocity v', but those of exact joints.
  void efforts(
    const Command & command, const State & state, const Eigen::VectorXd & v_next,
    double h, Eigen::VectorXd & efforts) const;

  bool is_exact(int dof) const {return exact_[dof] != 0;}

  /// \name A drive that is limited: offset - gain v', up to `most`
  /// @{
  bool is_limited(int dof) const {return limited_[dof] != 0;}
  double most(int dof) const {return most_[dof];}
  double gain(int dof) const {return gain_[dof];}
  double offset(int dof) const {return offset_[dof];}
  /// @}

private:
  void set(
    const World & world, const Data & data, const Command & command, const State & state,
    double h, int dof);
  double position_error(const Command & command, const State & state, int dof) const;

  std::vector<int> q_of_dof_;  ///< place in q of a joint with one degree of freedom, else -1
  bool with_smooth_forces_{true};
  std::vector<char> exact_;
  std::vector<char> limited_;
  Eigen::VectorXd stiffness_, damping_, passive_, effort_;
  Eigen::VectorXd diagonal_, impulse_;
  Eigen::VectorXd most_, gain_, offset_;
  Eigen::VectorXd target_;  ///< velocity of exact joints
};

}  // namespace contact_sim

#endif  // SIMULATION__DRIVES_HPP_
