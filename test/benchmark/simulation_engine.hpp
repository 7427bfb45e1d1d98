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

#ifndef BENCHMARK__SIMULATION_ENGINE_HPP_
#define BENCHMARK__SIMULATION_ENGINE_HPP_

#include <Eigen/Core>

#include <memory>
#include <string>
#include <vector>

namespace contact_sim::testing
{

constexpr double kStep = 1e-3;      // [s]
constexpr double kFriction = 0.8;   // [-]

inline const std::string & humanoid_file()
{
  static const std::string file = std::string(CONTACT_SIM_URDF) + "/humanoid.urdf";
  return file;
}

/// A box of 1 kg.
struct Block
{
  Eigen::Vector3d centre;  ///< [m]
  Eigen::Vector3d size;    ///< [m]
};

using Blocks = std::vector<Block>;

/// A simulator with a scene in it.
class Engine
{
public:
  virtual ~Engine() = default;
  virtual const char * name() const = 0;
  virtual void step() = 0;
  virtual int contacts() = 0;
  /// Of the last block, or of the humanoid's base [m].
  virtual double height() = 0;
};

using Engines = std::vector<std::unique_ptr<Engine>>;

}  // namespace contact_sim::testing

#endif  // BENCHMARK__SIMULATION_ENGINE_HPP_
