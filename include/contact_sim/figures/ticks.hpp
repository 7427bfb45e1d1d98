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

#ifndef CONTACT_SIM__FIGURES__TICKS_HPP_
#define CONTACT_SIM__FIGURES__TICKS_HPP_

#include <string>
#include <vector>

namespace contact_sim
{

struct Tick
{
  double value;
  std::string label;
};

/// Round values (1, 2 or 5 times a power of ten) within low and high, about `count` of them.
/// \throws std::invalid_argument where low < high does not hold, or is not finite
std::vector<Tick> linear_ticks(double low, double high, int count = 6);

/// Powers of ten within low and high, with 2 and 5 times them where the range is short.
/// \throws std::invalid_argument as above, and where low is not positive
std::vector<Tick> log_ticks(double low, double high);

}  // namespace contact_sim

#endif  // CONTACT_SIM__FIGURES__TICKS_HPP_
