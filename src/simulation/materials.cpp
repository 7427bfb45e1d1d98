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

#include "contact_sim/simulation/materials.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace contact_sim
{

namespace
{

void check_law(const std::string & whose, double friction, double restitution)
{
  if (!(std::isfinite(friction) && friction >= 0.0)) {
    throw std::invalid_argument(
            whose + ": expected a friction of 0 or more, found " + std::to_string(friction));
  }
  if (!(restitution >= 0.0 && restitution <= 1.0)) {
    throw std::invalid_argument(
            whose + ": expected a restitution from 0 to 1, found " + std::to_string(restitution));
  }
}

SurfaceLaw mean_law(const Material & a, const Material & b)
{
  return {std::sqrt(a.friction * b.friction), std::max(a.restitution, b.restitution)};
}

}  // namespace

Materials::Materials()
: materials_(1)
{
  combine();
}

int Materials::add(const Material & material)
{
  if (material.name.empty()) {
    throw std::invalid_argument("materials: expected a name, found an empty text");
  }
  check_law("material '" + material.name + "'", material.friction, material.restitution);
  const bool is_default = material.name == materials_[0].name;
  for (const Material & other : materials_) {
    if (!is_default && other.name == material.name) {
      throw std::invalid_argument("materials: the name '" + material.name + "' is taken");
    }
  }
  if (is_default) {
    materials_[0] = material;
  } else {
    materials_.push_back(material);
  }
  combine();
  return is_default ? 0 : size() - 1;
}

int Materials::index(const std::string & name) const
{
  std::string names;
  for (int i = 0; i < size(); ++i) {
    if (materials_[i].name == name) {
      return i;
    }
    names += (i == 0 ? "'" : ", '") + materials_[i].name + "'";
  }
  throw std::invalid_argument(
          "materials: expected one of " + names + ", found '" + name + "'");
}

void Materials::set_pair(const std::string & a, const std::string & b, const SurfaceLaw & law)
{
  check_law("materials '" + a + "' and '" + b + "'", law.friction, law.restitution);
  const Pair pair{index(a), index(b), law};
  const auto is_same = [&](const Pair & other) {
      return std::minmax(other.a, other.b) == std::minmax(pair.a, pair.b);
    };
  pairs_.erase(std::remove_if(pairs_.begin(), pairs_.end(), is_same), pairs_.end());
  pairs_.push_back(pair);
  combine();
}

void Materials::combine()
{
  const std::size_t n = materials_.size();
  laws_.resize(n * n);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      laws_[a * n + b] = mean_law(materials_[a], materials_[b]);
    }
  }
  for (const Pair & pair : pairs_) {
    laws_[pair.a * n + pair.b] = pair.law;
    laws_[pair.b * n + pair.a] = pair.law;
  }
}

}  // namespace contact_sim
