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

#ifndef CONTACT_SIM__FIGURES__PLOT_HPP_
#define CONTACT_SIM__FIGURES__PLOT_HPP_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace contact_sim
{

enum class Scale {kLinear, kLog};

struct Axis
{
  Axis(const std::string & text = "", Scale kind = Scale::kLinear)  // NOLINT(runtime/explicit)
  : label(text), scale(kind) {}

  std::string label;  ///< with its unit
  Scale scale;
  std::optional<double> low{};   ///< where the axis begins; else the data say
  std::optional<double> high{};
};

enum class Draw
{
  kLine,    ///< with markers where there are few points
  kPoints,
  kSteps,   ///< a value holds until the next x
  kArea,    ///< steps, filled down to zero: see histogram()
};

/// One curve. A point that is not finite is not drawn, and interrupts the line.
struct Series
{
  std::string name;  ///< for the legend; empty: not in it
  std::vector<double> x{};
  std::vector<double> y{};
  Draw draw{Draw::kLine};
  bool dashed{false};
  std::optional<std::size_t> colour{};  ///< of the palette; else the place in the plot
};

struct Plot
{
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series{};
};

/// The plot as a whole SVG file, for light and dark backgrounds.
/// \throws std::invalid_argument where x and y of a series differ in size, and for a value that is
///   not positive on a logarithmic axis; the message names series and value
std::string to_svg(const Plot & plot);

/// A value, and how often it was met.
struct Counted
{
  double value;
  double count{1.0};
};

/// How often values fall into `bins` bins of equal width, as an area; on a logarithmic scale of
/// equal ratio. Values that are not finite are left out, and on a logarithmic scale those that are
/// not positive.
/// \throws std::invalid_argument where bins < 1
Series counted_histogram(
  const std::string & name, const std::vector<Counted> & values, int bins,
  Scale scale = Scale::kLinear);
/// The same of values that were met once each, on a linear scale.
Series histogram(const std::string & name, const std::vector<double> & values, int bins);

}  // namespace contact_sim

#endif  // CONTACT_SIM__FIGURES__PLOT_HPP_
