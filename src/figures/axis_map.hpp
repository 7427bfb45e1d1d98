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

#ifndef FIGURES__AXIS_MAP_HPP_
#define FIGURES__AXIS_MAP_HPP_

#include <string>
#include <vector>

#include "contact_sim/figures/plot.hpp"
#include "contact_sim/figures/ticks.hpp"

namespace contact_sim
{

/// \throws std::invalid_argument naming the series for a value that a logarithmic axis has no
///   place for
void check_scale(const Axis & axis, const std::string & series, const std::vector<double> & values);

/// Values to places on paper.
class AxisMap
{
public:
  /// Takes in all finite values, and leaves some room.
  /// \param from_zero the axis has to show zero, where it is linear
  AxisMap(const Axis & axis, const std::vector<double> & values, bool from_zero);

  /// Where low and high of the axis are on paper.
  void place(double at_low, double at_high);

  double operator()(double value) const;
  double low() const {return low_;}
  double high() const {return high_;}
  std::vector<Tick> ticks() const;

private:
  double on_scale(double value) const;

  Scale scale_;
  double low_;
  double high_;
  double at_low_{0.0};
  double at_high_{1.0};
};

}  // namespace contact_sim

#endif  // FIGURES__AXIS_MAP_HPP_
