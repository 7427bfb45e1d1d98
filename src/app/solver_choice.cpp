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

#include "solver_choice.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "contact_sim/plugins/chosen_solver.hpp"

namespace contact_sim
{

namespace
{

constexpr const char * kAll = "all";
constexpr const char * kDefaultAlgorithm = "robust_lemke";

struct Setting
{
  std::string name;
  std::string value;
};

template<typename Names>
std::string listed(const Names & names)
{
  std::string list;
  for (const std::string & name : names) {
    list += (list.empty() ? "" : ", ") + name;
  }
  return list.empty() ? "none" : list;
}

std::string algorithm_names()
{
  std::vector<std::string> names;
  for (const LcpAlgorithm & algorithm : lcp_algorithms()) {
    names.push_back(algorithm.name);
  }
  return listed(names);
}

std::string plugin_names(SolverPlugins & plugins)
{
  std::vector<std::string> names;
  for (const std::string & name : plugins.names()) {
    names.push_back(plugins.short_name(name));
  }
  return listed(names);
}

const char * ending_of(ProblemKind kind)
{
  return kind == ProblemKind::kLcp ? ".lcp" : ".ctp";
}

bool any_of_kind(const std::vector<std::string> & files, ProblemKind kind)
{
  const auto fits = [kind](const std::string & file) {return kind_of(file) == kind;};
  return std::any_of(files.begin(), files.end(), fits);
}

SolverChoice choose_algorithm(const LcpAlgorithm & algorithm)
{
  SolverChoice choice;
  choice.kind = ProblemKind::kLcp;
  choice.name = algorithm.name;
  choice.specs = algorithm.parameters;
  choice.algorithm = &algorithm;
  return choice;
}

SolverChoice choose_plugin(const std::string & name, SolverPlugins & plugins)
{
  SolverChoice choice;
  choice.kind = ProblemKind::kContact;
  choice.name = plugins.short_name(name);
  choice.plugin = plugins.load(name);
  choice.specs = choice.plugin->parameter_specs();
  return choice;
}

ChosenSolvers choose_all(const std::vector<std::string> & files, SolverPlugins & plugins)
{
  ChosenSolvers chosen;
  if (any_of_kind(files, ProblemKind::kLcp)) {
    for (const LcpAlgorithm & algorithm : lcp_algorithms()) {
      chosen.choices.push_back(choose_algorithm(algorithm));
    }
  }
  if (any_of_kind(files, ProblemKind::kContact)) {
    for (const std::string & name : plugins.names()) {
      try {
        chosen.choices.push_back(choose_plugin(name, plugins));
      } catch (const std::exception & error) {
        chosen.broken.push_back(error.what());
      }
    }
  }
  if (chosen.choices.empty()) {
    throw std::runtime_error(
            chosen.broken.empty() ? "no solver for .ctp files is declared" : listed(chosen.broken));
  }
  return chosen;
}

ChosenSolvers choose_defaults(const std::vector<std::string> & files, SolverPlugins & plugins)
{
  ChosenSolvers chosen;
  if (any_of_kind(files, ProblemKind::kLcp)) {
    chosen.choices.push_back(choose_algorithm(find_lcp_algorithm(kDefaultAlgorithm)));
  }
  if (any_of_kind(files, ProblemKind::kContact)) {
    // Another one in its place would be a surprise: better ask.
    if (plugins.find(kDefaultPlugin).empty()) {
      throw std::runtime_error(
              std::string("the default solver ") + kDefaultPlugin +
              " is not declared; name one with --solver: " + plugin_names(plugins));
    }
    chosen.choices.push_back(choose_plugin(kDefaultPlugin, plugins));
  }
  return chosen;
}

SolverChoice choose_by_name(const std::string & name, SolverPlugins & plugins)
{
  for (const LcpAlgorithm & algorithm : lcp_algorithms()) {
    if (algorithm.name == name) {
      return choose_algorithm(algorithm);
    }
  }
  const std::string plugin = plugins.find(name);
  if (plugin.empty()) {
    throw std::invalid_argument(
            "unknown solver '" + name + "'; known: " + algorithm_names() + " (.lcp), " +
            plugin_names(plugins) + " (.ctp)");
  }
  return choose_plugin(plugin, plugins);
}

void check_fit(
  const SolverChoice & choice, const std::vector<std::string> & files, SolverPlugins & plugins)
{
  for (const std::string & file : files) {
    const ProblemKind kind = kind_of(file);
    if (kind != choice.kind) {
      throw std::invalid_argument(
              "solver " + choice.name + " takes " + ending_of(choice.kind) + " files, found '" +
              file + "'; solvers for " + ending_of(kind) + " files: " +
              (kind == ProblemKind::kLcp ? algorithm_names() : plugin_names(plugins)));
    }
  }
}

ChosenSolvers choose(
  const std::string & name, const std::vector<std::string> & files, SolverPlugins & plugins)
{
  if (name.empty()) {
    return choose_defaults(files, plugins);
  }
  if (name == kAll) {
    return choose_all(files, plugins);
  }
  ChosenSolvers chosen;
  chosen.choices.push_back(choose_by_name(name, plugins));
  check_fit(chosen.choices.front(), files, plugins);
  return chosen;
}

Setting parse_setting(const std::string & text)
{
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw std::invalid_argument("--set: expected name=value, found '" + text + "'");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

[[noreturn]] void refuse_setting(const Setting & setting, const std::vector<SolverChoice> & choices)
{
  std::set<std::string> names;
  for (const SolverChoice & choice : choices) {
    for (const ParameterSpec & spec : choice.specs) {
      names.insert(spec.name);
    }
  }
  throw std::invalid_argument(
          "unknown parameter '" + setting.name + "' of " +
          (choices.size() == 1 ? "solver " + choices.front().name : "any solver") +
          "; known: " + listed(names));
}

/// Gives the setting to every solver that knows it.
void apply_setting(const Setting & setting, std::vector<SolverChoice> & choices)
{
  bool known = false;
  for (SolverChoice & choice : choices) {
    for (const ParameterSpec & spec : choice.specs) {
      if (spec.name == setting.name) {
        choice.values[spec.name] = parse_parameter(spec, setting.value);
        known = true;
      }
    }
  }
  if (!known) {
    refuse_setting(setting, choices);
  }
}

}  // namespace

ProblemKind kind_of(const std::string & path)
{
  const std::string ending = ending_of(ProblemKind::kContact);
  const bool is_contact = path.size() >= ending.size() &&
    path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
  return is_contact ? ProblemKind::kContact : ProblemKind::kLcp;
}

ChosenSolvers choose_solvers(
  const std::string & name, const std::vector<std::string> & settings,
  const std::vector<std::string> & files, SolverPlugins & plugins)
{
  ChosenSolvers chosen = choose(name, files, plugins);
  for (const std::string & text : settings) {
    apply_setting(parse_setting(text), chosen.choices);
  }
  for (SolverChoice & choice : chosen.choices) {
    choice.values = resolve_parameters(choice.specs, choice.values);
    if (choice.plugin) {
      choice.plugin->initialize(choice.values);
    }
  }
  return chosen;
}

}  // namespace contact_sim
