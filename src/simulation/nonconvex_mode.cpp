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


#include <stdexcept>
#include <string>

#include "contact_sim/simulation/time_stepper.hpp"

namespace contact_sim
{

namespace
{

constexpr const char * kNames[] = {"off", "max", "summation", "auto"};

}  // namespace

const char * to_string(NonconvexMode mode)
{
  return kNames[static_cast<int>(mode)];
}

NonconvexMode nonconvex_mode_from_string(const std::string & name)
{
  for (int i = 0; i < 4; ++i) {
    if (name == kNames[i]) {
      return static_cast<NonconvexMode>(i);
    }
  }
  throw std::invalid_argument(
          "contact.nonconvex: expected off, max, summation or auto, found '" + name + "'");
}

}  // namespace contact_sim
