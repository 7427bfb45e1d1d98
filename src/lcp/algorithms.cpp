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

#include "contact_sim/lcp/algorithms.hpp"

#include <cstdint>
#include <stdexcept>

#include "contact_sim/lcp/active_set.hpp"
#include "contact_sim/lcp/dantzig.hpp"
#include "contact_sim/lcp/lemke.hpp"
#include "contact_sim/lcp/robust_lemke.hpp"

namespace contact_sim
{

namespace
{

double number(const ParameterMap & values, const char * name)
{
  return std::get<double>(values.at(name));
}

int integer(const ParameterMap & values, const char * name)
{
  return static_cast<int>(std::get<std::int64_t>(values.at(name)));
}

ParameterSpec budget(const char * name, const char * what)
{
  return {name, std::int64_t{0}, "-",
    std::string("Largest number of ") + what + "; 0: chosen from the size of the problem.", 0, 1e8};
}

ParameterSpec tolerance()
{
  return {"tolerance", 1e-9, "-", "Scaled residual up to which an answer counts as solved.", 0, 1};
}

ParameterSpec zero_tolerance(const char * of)
{
  return {"zero_tolerance", 1e-12, "-",
    std::string("Relative size below which ") + of + " is zero.",
    0, 1e-3};
}

LcpAlgorithm lemke()
{
  return {
    "lemke", "Lemke's algorithm as in the textbooks: any M, fails on degenerate problems.",
    {tolerance(), zero_tolerance("an entry of m'"), budget("max_pivots", "pivots")},
    [](const LcpProblem & problem, const ParameterMap & values) {
      LemkeOptions options;
      options.tolerance = number(values, "tolerance");
      options.zero_tolerance = number(values, "zero_tolerance");
      options.max_pivots = integer(values, "max_pivots");
      return solve_lemke(problem, options);
    }};
}

LcpAlgorithm lexicographic_lemke()
{
  return {
    "lexicographic_lemke",
    "Lemke's algorithm with ties within delta broken in lexicographic order.",
    {tolerance(), zero_tolerance("an entry of m'"),
      {"delta", LexicographicLemkeOptions{}.delta, "unit of z",
        "Ratios that differ by no more are in tie.", 0, 1e6},
      budget("max_pivots", "pivots")},
    [](const LcpProblem & problem, const ParameterMap & values) {
      LexicographicLemkeOptions options;
      options.tolerance = number(values, "tolerance");
      options.zero_tolerance = number(values, "zero_tolerance");
      options.delta = number(values, "delta");
      options.max_pivots = integer(values, "max_pivots");
      return solve_lexicographic_lemke(problem, options);
    }};
}

LcpAlgorithm robust_lemke()
{
  const RobustLemkeOptions defaults;
  return {
    "robust_lemke",
    "Lemke's algorithm with a search over the pivots: any M, the one to take first.",
    {tolerance(),
      {"epsilon", defaults.epsilon, "-",
        "How far below zero a pivot may take q', as a part of the largest scaled q.", 0, 1},
      {"e_max", defaults.e_max, "-",
        "Error of w = M z + z0 c + q above which a pivot sequence is repaired or dropped.", 0, 1},
      {"depth_weight", defaults.depth_weight, "-",
        "Cost of a pivot without error: 1 as in the paper, 0 turns back only after a failure.",
        0, 1e3},
      {"restarts", std::int64_t{defaults.restarts}, "-",
        "Other starting bases to try where every pivot sequence fails.", 0, 1e6},
      budget("max_pivots", "pivots"), budget("max_nodes", "nodes of the search tree")},
    [](const LcpProblem & problem, const ParameterMap & values) {
      RobustLemkeOptions options;
      options.tolerance = number(values, "tolerance");
      options.epsilon = number(values, "epsilon");
      options.e_max = number(values, "e_max");
      options.depth_weight = number(values, "depth_weight");
      options.max_pivots = integer(values, "max_pivots");
      options.restarts = integer(values, "restarts");
      options.max_nodes = integer(values, "max_nodes");
      return solve_robust_lemke(problem, options);
    }};
}

LcpAlgorithm dantzig()
{
  return {
    "dantzig", "Dantzig's algorithm: symmetric positive semi-definite M, the fastest there.",
    {tolerance(), zero_tolerance("a change"), budget("max_pivots", "pivots")},
    [](const LcpProblem & problem, const ParameterMap & values) {
      DantzigOptions options;
      options.tolerance = number(values, "tolerance");
      options.zero_tolerance = number(values, "zero_tolerance");
      options.max_pivots = integer(values, "max_pivots");
      return solve_dantzig(problem, options);
    }};
}

LcpAlgorithm active_set()
{
  const ActiveSetOptions defaults;
  return {
    "active_set", "Sharaf's ellipsoid and active-set method: positive semi-definite M.",
    {tolerance(),
      {"initial_radius", defaults.initial_radius, "-",
        "Radius of the first ellipsoid in the scaled problem.", 1e-6, 1e12},
      {"feasibility_slack", defaults.feasibility_slack, "-",
        "By how much a point of phase 1 may violate its constraints.", 0, 1},
      budget("max_cuts", "ellipsoids of phase 1"), budget("max_steps", "steps of phase 2")},
    [](const LcpProblem & problem, const ParameterMap & values) {
      ActiveSetOptions options;
      options.tolerance = number(values, "tolerance");
      options.initial_radius = number(values, "initial_radius");
      options.feasibility_slack = number(values, "feasibility_slack");
      options.max_cuts = integer(values, "max_cuts");
      options.max_steps = integer(values, "max_steps");
      return solve_active_set(problem, options);
    }};
}

}  // namespace

const std::vector<LcpAlgorithm> & lcp_algorithms()
{
  static const std::vector<LcpAlgorithm> algorithms{
    lemke(), lexicographic_lemke(), robust_lemke(), dantzig(), active_set()};
  return algorithms;
}

const LcpAlgorithm & find_lcp_algorithm(const std::string & name)
{
  std::string known;
  for (const LcpAlgorithm & algorithm : lcp_algorithms()) {
    if (algorithm.name == name) {
      return algorithm;
    }
    known += (known.empty() ? "" : ", ") + algorithm.name;
  }
  throw std::invalid_argument("unknown solver '" + name + "'; known: " + known);
}

}  // namespace contact_sim
