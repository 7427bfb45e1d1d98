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

#ifndef DYNAMICS__CHOSEN_BODIES_HPP_
#define DYNAMICS__CHOSEN_BODIES_HPP_

#include <vector>

#include "contact_sim/dynamics/model.hpp"

namespace contact_sim
{

/// \throws std::invalid_argument where a body is not there, the world, or not above the one before
void check_chosen_bodies(const Model & model, const std::vector<int> & bodies);

}  // namespace contact_sim

#endif  // DYNAMICS__CHOSEN_BODIES_HPP_
