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

// The inverse inertia of chosen bodies two ways, from forward_kinematics() on: assembled joint by
// joint, and from the factor of the mass matrix (mass matrix, factor, columns, products). The least
// time of many repetitions, both in turns. Ratio: assembly : factor; above 1 the factor is faster.

#include <Eigen/Core>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "contact_sim/dynamics/inverse_inertia.hpp"
#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/dynamics/mass_matrix.hpp"
#include "contact_sim/dynamics/model_builder.hpp"
#include "support/bounds.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

namespace
{

using testing::Random;
using Times = std::map<int, double>;

/// A free hub with arms of one turning joint each.
Model star(Random & random, int arms)
{
  ModelBuilder builder;
  builder.add_link("hub", testing::random_inertia(random));
  builder.add_joint(testing::random_joint(random, JointType::kFloating, "base"), "world", "hub");
  for (int i = 0; i < arms; ++i) {
    const std::string name = "arm" + std::to_string(i);
    builder.add_link(name, testing::random_inertia(random));
    builder.add_joint(
      testing::random_joint(random, JointType::kRevolute, name + "_joint"), "hub", name);
  }
  return builder.build();
}

/// The last body and others at equal distances before it.
std::vector<int> spread(const Model & model, int count)
{
  std::vector<int> bodies;
  const int last = model.body_count() - 1;
  count = std::min(count, last);
  for (int i = 1; i <= count; ++i) {
    bodies.push_back(last * i / count);
  }
  return bodies;
}

template<typename Function>
double microseconds(Function function)
{
  const auto before = std::chrono::steady_clock::now();
  function();
  const auto after = std::chrono::steady_clock::now();
  return 1e6 * std::chrono::duration<double>(after - before).count();
}

struct Pair
{
  double assembly{1e300}, factor{1e300}, difference{0.0};
};

Pair measure(Random & random, const Model & model, const std::vector<int> & bodies)
{
  Data data(model);
  InverseInertiaAssembly assembly(model);
  Eigen::MatrixXd assembled, from_factor;
  forward_kinematics(model, data, testing::random_position(random, model));
  Pair least;
  for (int repetition = 0; repetition < 100; ++repetition) {
    least.assembly = std::min(
      least.assembly, microseconds([&] {assembly.compute(model, data, bodies, assembled);}));
    least.factor = std::min(
      least.factor, microseconds(
        [&] {
          mass_matrix(model, data);
          factor_mass_matrix(model, data);
          inverse_inertia_from_factor(model, data, bodies, from_factor);
        }));
  }
  least.difference =
    (assembled - from_factor).cwiseAbs().maxCoeff() / from_factor.cwiseAbs().maxCoeff();
  return least;
}

double report(Random & random, const char * name, const Model & model, int count)
{
  const std::vector<int> bodies = spread(model, count);
  const Pair pair = measure(random, model, bodies);
  std::printf(
    "%-22s %6d %6zu %12.1f %12.1f %8.2f %12.1e\n", name, model.body_count() - 1, bodies.size(),
    pair.assembly, pair.factor, pair.assembly / pair.factor, pair.difference);
  std::fflush(stdout);
  return pair.assembly / pair.factor;
}

/// \returns false where the two ways differ
bool report_chains(Random & random, const char * title, int count)
{
  Times assembly, factor;
  bool kept = true;
  for (int links = 4; links <= 128; links *= 2) {
    const Model model = testing::random_chain(random, JointType::kRevolute, links);
    const std::vector<int> bodies = spread(model, count == 0 ? links : count);
    const Pair pair = measure(random, model, bodies);
    assembly[links] = pair.assembly;
    factor[links] = pair.factor;
    kept &= pair.difference < 1e-9;
    std::printf(
      "%-22s %6d %6zu %12.1f %12.1f %8.2f %12.1e\n", title, links, bodies.size(), pair.assembly,
      pair.factor, pair.assembly / pair.factor, pair.difference);
    std::fflush(stdout);
  }
  std::printf(
    "%-22s slope, assembly %.2f, factor %.2f; of the largest four: %.2f, %.2f\n", title,
    testing::slope(assembly), testing::slope(factor),
    testing::slope(Times(std::next(assembly.begin(), 2), assembly.end())),
    testing::slope(Times(std::next(factor.begin(), 2), factor.end())));
  return kept;
}

bool run()
{
  Random random(2026);
  std::printf(
    "%-22s %6s %6s %12s %12s %8s %12s\n", "", "bodies", "chosen", "assembly[us]", "factor[us]",
    "ratio", "difference");
  bool kept = report_chains(random, "chain, tip", 1);
  kept &= report_chains(random, "chain, 4 bodies", 4);
  kept &= report_chains(random, "chain, all bodies", 0);
  for (const int arms : {4, 16, 64}) {
    report(random, "star, 4 bodies", star(random, arms), 4);
    report(random, "star, all bodies", star(random, arms), arms + 1);
  }
  const Model humanoid = testing::humanoid();
  const double two = report(random, "humanoid, 2 bodies", humanoid, 2);
  report(random, "humanoid, 4 bodies", humanoid, 4);
  report(random, "humanoid, all bodies", humanoid, humanoid.body_count() - 1);
  // Why the simulator takes the factor.
  kept &= testing::at_least("humanoid, 2 bodies, assembly : factor", two, 1.0);
  return kept;
}

}  // namespace

}  // namespace contact_sim

int main()
{
  return contact_sim::run() ? 0 : 1;
}
