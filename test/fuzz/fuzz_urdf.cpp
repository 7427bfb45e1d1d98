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

#include <string>

#include "contact_sim/dynamics/model_builder.hpp"
#include "contact_sim/io/urdf_file.hpp"
#include "fuzz/fuzz_target.hpp"

namespace contact_sim::fuzz
{

/// A robot that is taken is a model with finite masses, or says why not.
void try_input(const std::string & input)
{
  const std::string name = CONTACT_SIM_URDF "/fuzz.urdf";
  RobotDescription robot;
  if (!is_taken(Place::kLine, name, [&] {robot = parse_urdf(input, name);})) {
    return;
  }
  for (const bool is_floating : {false, true}) {
    is_taken(
      Place::kNone, name, [&] {
        ModelBuilder builder;
        add_robot(builder, robot, {"robot", Eigen::Isometry3d::Identity(), is_floating});
        builder.build();
      });
  }
}

}  // namespace contact_sim::fuzz
