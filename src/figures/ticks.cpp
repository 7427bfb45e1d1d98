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

#include "contact_sim/figures/ticks.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "contact_sim/figures/markup.hpp"

namespace contact_sim
{

namespace
{

/// Rounding must not cost the tick at the end of the axis.
constexpr double kSlack = 1e-9;

void check_range(double low, double high)
{
  if (!std::isfinite(low) || !std::isfinite(high) || !(low < high)) {
    throw std::invalid_argument(
            "an axis has to run from a number to a larger one, not from " +
            std::to_string(low) + " to " + std::to_string(high));
  }
}

/// The step of 1, 2 or 5 times a power of ten that is nearest from above.
double round_step(double rough)
{
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power * (1.0 + kSlack)) {
      return factor * power;
    }
  }
  return 10.0 * power;
}

std::string superscript(int number)
{
  static const char * const kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number))) {
    text += kDigits[digit - '0'];
  }
  return text;
}

std::string power_label(int factor, int exponent)
{
  if (exponent >= -3 && exponent <= 4) {
    return number_text(factor * std::pow(10.0, exponent), 6);
  }
  return (factor == 1 ? "" : std::to_string(factor) + "·") + "10" + superscript(exponent);
}

/// Enough digits to tell one tick from the next.
int digits_for(double largest, double step)
{
  return static_cast<int>(std::floor(std::log10(largest)) - std::floor(std::log10(step))) + 1;
}

}  // namespace

std::vector<Tick> linear_ticks(double low, double high, int count)
{
  check_range(low, high);
  const double step = round_step((high - low) / count);
  const double largest = std::max(std::abs(low), std::abs(high));
  std::vector<Tick> ticks;
  const double slack = kSlack * (high - low);
  for (double k = std::ceil((low - slack) / step); k * step <= high + slack; k += 1.0) {
    const double value = k == 0.0 ? 0.0 : k * step;  // no -0
    ticks.push_back({value, number_text(value, std::max(1, digits_for(largest, step)))});
  }
  return ticks;
}

std::vector<Tick> log_ticks(double low, double high)
{
  check_range(low, high);
  if (low <= 0.0) {
    throw std::invalid_argument(
            "a logarithmic axis has to begin above zero, not at " + std::to_string(low));
  }
  const double decades = std::log10(high / low);
  const int stride = std::max(1, static_cast<int>(std::ceil(decades / 8.0)));
  std::vector<Tick> ticks;
  for (int e = std::floor(std::log10(low)); e <= std::ceil(std::log10(high)); ++e) {
    for (const int factor : {1, 2, 5}) {
      const double value = factor * std::pow(10.0, e);
      const bool wanted = factor == 1 ? e % stride == 0 : decades < 2.5;
      if (wanted && value >= low * (1.0 - kSlack) && value <= high * (1.0 + kSlack)) {
        ticks.push_back({value, power_label(factor, e)});
      }
    }
  }
  return ticks.size() < 3 && decades < 1.0 ? linear_ticks(low, high) : ticks;
}

}  // namespace contact_sim
