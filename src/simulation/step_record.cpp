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

#include "contact_sim/simulation/step_record.hpp"

namespace contact_sim
{

const char * to_string(ContactState state)
{
  switch (state) {
    case ContactState::kStick: return "stick";
    case ContactState::kSlide: return "slide";
    default: return "separate";
  }
}

const char * to_string(Fallback fallback)
{
  switch (fallback) {
    case Fallback::kDefaultSolver: return "default solver";
    case Fallback::kFrictionless: return "frictionless";
    case Fallback::kLastResort: return "last resort";
    default: return "none";
  }
}

Vector6d link_wrench(const StepRecord & record, int link, const Eigen::Isometry3d & X_WL)
{
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  for (const ContactRecord & contact : record.contacts) {
    // A link that touches itself, behind a closed loop of links, would get both.
    const double sign = (contact.link_b == link ? 1.0 : 0.0) - (contact.link_a == link ? 1.0 : 0.0);
    const Eigen::Vector3d on_link =
      sign * (contact.normal_force * contact.normal + contact.friction_force);
    moment += (contact.position - X_WL.translation()).cross(on_link);
    force += on_link;
  }
  Vector6d wrench;
  wrench << X_WL.linear().transpose() * moment, X_WL.linear().transpose() * force;
  return wrench;
}

}  // namespace contact_sim
