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


#ifndef DYNAMICS__CHECKS_HPP_
#define DYNAMICS__CHECKS_HPP_

#include <Eigen/Core>

#include <stdexcept>
#include <string>

#include "contact_sim/dynamics/data.hpp"
#include "contact_sim/dynamics/model.hpp"

namespace contact_sim
{

/// \throws std::invalid_argument where x has not `size` numbers, all of them finite
template<typename Vector>
void check_vector(const char * name, const Vector & x, Eigen::Index size)
{
  if (x.size() != size) {
    throw std::invalid_argument(
            std::string("dynamics: ") + name + " has " + std::to_string(x.size()) +
            " numbers, the model needs " + std::to_string(size));
  }
  if (!x.allFinite()) {
    throw std::invalid_argument(
            std::string("dynamics: ") + name + " has a number that is not finite");
  }
}

inline void check_wrenches(const Model & model, const Wrenches * wrenches)
{
  if (wrenches == nullptr) {
    return;
  }
  if (static_cast<int>(wrenches->size()) != model.body_count()) {
    throw std::invalid_argument(
            "dynamics: there are " + std::to_string(wrenches->size()) + " wrenches for " +
            std::to_string(model.body_count()) + " bodies, the world included");
  }
  for (const Vector6d & wrench : *wrenches) {
    check_vector("a wrench", wrench, 6);
  }
}

inline void check_body(const Model & model, int body)
{
  if (body < 0 || body >= model.body_count()) {
    throw std::invalid_argument(
            "dynamics: no body " + std::to_string(body) + ", the last one is " +
            std::to_string(model.body_count() - 1));
  }
}

inline void check_factored(const Data & data)
{
  if (!data.is_factored) {
    throw std::invalid_argument("dynamics: factor_mass_matrix() has to be called before");
  }
}

}  // namespace contact_sim

#endif  // DYNAMICS__CHECKS_HPP_
