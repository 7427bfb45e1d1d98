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


#ifndef DYNAMICS__MODEL_ASSEMBLY_HPP_
#define DYNAMICS__MODEL_ASSEMBLY_HPP_

#include "contact_sim/dynamics/model.hpp"
#include "contact_sim/dynamics/model_builder.hpp"

namespace contact_sim
{

/// Makes the model of what a builder has collected, and refuses what has none.
class ModelAssembly
{
public:
  explicit ModelAssembly(const ModelBuilder & builder);

  const Model & model() const {return model_;}

private:
  void add_links_below(int link_of_builder, int link_of_model);
  void add_link(int link_of_builder, int parent_of_model);
  void add_body(const Joint & joint, int parent_link);
  void add_dofs(int body);
  void add_dof(int body, bool is_angular, const Eigen::Vector3d & axis);
  void finish_inertias();
  void find_mimics();
  void check_all_hang() const;
  void check_leader(int body) const;
  void check_mimic_circles() const;

  const ModelBuilder & builder_;
  Model model_;
};

/// \throws std::invalid_argument naming a link that could move without moving any mass
void check_massless_bodies(const Model & model);

}  // namespace contact_sim

#endif  // DYNAMICS__MODEL_ASSEMBLY_HPP_
