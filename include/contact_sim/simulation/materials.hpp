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

#ifndef CONTACT_SIM__SIMULATION__MATERIALS_HPP_
#define CONTACT_SIM__SIMULATION__MATERIALS_HPP_

#include <string>
#include <vector>

namespace contact_sim
{

/// What a surface does in contact.
struct Material
{
  std::string name{"default"};
  double friction{0.6};     ///< μ of the material with itself [-]
  double restitution{0.0};  ///< 0 … 1 [-]
};

/// The law between two surfaces.
struct SurfaceLaw
{
  double friction{0.6};     ///< μ [-]
  double restitution{0.0};  ///< [-]
};

/// The materials of a world, by number; number 0 is "default". Between two of them friction is the
/// geometric mean and restitution the larger, unless the pair is given.
class Materials
{
public:
  Materials();

  /// Adds a material, or changes "default". Returns its number.
  /// \throws std::invalid_argument where the name is taken or a number is out of range
  int add(const Material & material);

  /// \throws std::invalid_argument listing the names
  int index(const std::string & name) const;

  int size() const {return static_cast<int>(materials_.size());}
  const Material & material(int index) const {return materials_[index];}

  /// The law of a pair, whatever the materials say.
  void set_pair(const std::string & a, const std::string & b, const SurfaceLaw & law);

  const SurfaceLaw & law(int a, int b) const {return laws_[a * materials_.size() + b];}

private:
  void combine();

  struct Pair
  {
    int a, b;
    SurfaceLaw law;
  };

  std::vector<Material> materials_;
  std::vector<Pair> pairs_;
  std::vector<SurfaceLaw> laws_;  ///< of all pairs, both ways
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__SIMULATION__MATERIALS_HPP_
