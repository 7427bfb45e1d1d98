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

#ifndef CONTACT_SIM__FIGURES__BAR_CHART_HPP_
#define CONTACT_SIM__FIGURES__BAR_CHART_HPP_

#include <string>
#include <vector>

#include "contact_sim/figures/plot.hpp"

namespace contact_sim
{

/// One colour of bars, a value a category. A value that is not finite has no bar.
struct Bars
{
  std::string name;
  std::vector<double> values;
};

/// Bars that lie, grouped by category: long names stand beside them and never overlap.
struct BarChart
{
  std::string title;
  Axis values;
  std::vector<std::string> categories{};
  std::vector<Bars> groups{};
};

/// \throws std::invalid_argument where a group has not one value a category, and for a value that
///   is not positive on a logarithmic axis
std::string to_svg(const BarChart & chart);

}  // namespace contact_sim

#endif  // CONTACT_SIM__FIGURES__BAR_CHART_HPP_
