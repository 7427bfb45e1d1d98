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

#include "run_settings.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <variant>

#include "contact_sim/session/session_settings.hpp"

namespace contact_sim
{

namespace
{

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargestFriction = 1e6;
constexpr const char * kMaterialPrefix = "materials.";

/// A value of a scenario: what it may be, and where it goes.
struct Setting
{
  ParameterSpec spec;
  void (* apply)(const ParameterValue & value, ScenarioFile & scenario);
};

double number(const ParameterValue & value)
{
  return std::get<double>(value);
}

int integer(const ParameterValue & value)
{
  return static_cast<int>(std::get<std::int64_t>(value));
}

/// One of several names.
template<typename Choice>
Choice choose(
  const ParameterValue & value, const std::string & key,
  const std::vector<std::pair<std::string, Choice>> & choices)
{
  const std::string & text = std::get<std::string>(value);
  std::string known;
  for (const auto & [name, choice] : choices) {
    if (name == text) {
      return choice;
    }
    known += (known.empty() ? "" : " or ") + name;
  }
  throw std::invalid_argument(key + ": expected " + known + ", found '" + text + "'");
}

std::vector<Setting> run_settings()
{
  return {
    {{"duration", 10.0, "s", "of the run", 0.0, kInfinity},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.duration = number(value);
      }},
    {{"step", 1e-3, "s", "h", 1e-9, 1.0},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.options.step = number(value);
      }},
    {{"threads", std::int64_t{1}, "-", "that solve islands", 1.0, 256.0},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.options.threads = integer(value);
      }},
    {{"integrator", std::string("semi_implicit_euler"), "-", "or runge_kutta_4"},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.options.integrator = choose<Integrator>(
          value, "integrator", {{"semi_implicit_euler", Integrator::kSemiImplicitEuler},
            {"runge_kutta_4", Integrator::kRungeKutta4}});
      }},
    {{"restitution_law", std::string("newton"), "-", "or poisson"},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.options.restitution_law = choose<RestitutionLaw>(
          value, "restitution_law", {{"newton", RestitutionLaw::kNewton},
            {"poisson", RestitutionLaw::kPoisson}});
      }},
    {{"on_solver_failure", std::string("continue"), "-", "or stop"},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.options.on_failure = choose<OnSolverFailure>(
          value, "on_solver_failure", {{"continue", OnSolverFailure::kContinue},
            {"stop", OnSolverFailure::kStop}});
      }},
    {{kSolverPlugin, std::string(""), "-", "the solver; as --solver"},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.solver.plugin = std::get<std::string>(value);
      }},
    {{"outputs.rate", 0.0, "Hz", "of what is written; 0: every step", 0.0, kInfinity},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.outputs.rate = number(value);
      }},
  };
}

std::vector<Setting> contact_settings()
{
  return {
    {{"contact.margin", 1e-3, "m", "gap up to which points are found", 0.0, 1.0},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.options.detector.margin = number(value);
      }},
    {{"contact.max_points", std::int64_t{8}, "-", "of a pair of shapes", 1.0, 1e6},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.options.detector.reduction.most = integer(value);
      }},
    {{"contact.point_distance", 1e-3, "m", "points that are nearer to another are left out", 0.0,
      1.0},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.options.detector.reduction.distance = number(value);
      }},
    {{"contact.directions", std::int64_t{8}, "-", "of the friction polygon", 4.0, 256.0},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.options.directions = integer(value);
      }},
    {{"contact.max_correction", 1.0, "m/s", "speed at which what has sunk in is pushed out", 0.0,
      1e6},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.options.max_correction = number(value);
      }},
    {{"contact.restitution_threshold", 0.01, "m/s", "slower approaches do not bounce", 0.0, 1e6},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.options.restitution_threshold = number(value);
      }},
    {{"contact.nonconvex", std::string("auto"), "-",
      "corners that end where they end: off, max, summation or auto"},
      [](const ParameterValue & value, ScenarioFile & scenario) {
        scenario.options.nonconvex =
          nonconvex_mode_from_string(std::get<std::string>(value));
      }},
  };
}

const std::vector<Setting> & all_settings()
{
  static const std::vector<Setting> settings = [] {
      std::vector<Setting> all = run_settings();
      const std::vector<Setting> more = contact_settings();
      all.insert(all.end(), more.begin(), more.end());
      return all;
    }();
  return settings;
}

bool starts_with(const std::string & text, const std::string & prefix)
{
  return text.compare(0, prefix.size(), prefix) == 0;
}

/// The material of that name; "default" is there, whether the file speaks of it or not.
Material & find_material(const std::string & name, ScenarioFile & scenario)
{
  const std::string always = Material{}.name;
  std::string known = always;
  for (Material & material : scenario.materials) {
    if (material.name == name) {
      return material;
    }
    known += material.name == always ? "" : ", " + material.name;
  }
  if (name != always) {
    throw std::invalid_argument("--set: no material '" + name + "'; there are: " + known);
  }
  return scenario.materials.emplace_back();
}

/// "materials.NAME.friction"; a name may hold dots.
void apply_material(const std::string & key, const std::string & text, ScenarioFile & scenario)
{
  const std::size_t begin = std::string(kMaterialPrefix).size();
  const std::size_t dot = std::max(key.find_last_of('.'), begin);
  const std::string property = dot < key.size() ? key.substr(dot + 1) : "";
  if (property != "friction" && property != "restitution") {
    throw std::invalid_argument(
            "--set: expected materials.NAME.friction or materials.NAME.restitution, found '" + key +
            "'");
  }
  const bool is_friction = property == "friction";
  const double value = number(
    parse_parameter({key, 0.0, "-", property, 0.0, is_friction ? kLargestFriction : 1.0}, text));
  Material & material = find_material(key.substr(begin, dot - begin), scenario);
  (is_friction ? material.friction : material.restitution) = value;
}

const Setting & find_setting(const std::string & key)
{
  std::vector<std::string> names;
  for (const Setting & setting : all_settings()) {
    if (setting.spec.name == key) {
      return setting;
    }
    names.push_back(setting.spec.name);
  }
  const std::string near = near_names(key, names);
  std::string known = "; known: solver.PARAMETER, materials.NAME.friction";
  for (const std::string & name : names) {
    known += ", " + name;
  }
  throw std::invalid_argument("--set: unknown key '" + key + "'" + (near.empty() ? known : near));
}

std::optional<ParameterSpec> find_live_setting(const std::string & key)
{
  for (const ParameterSpec & spec : live_settings()) {
    if (spec.name == key) {
      return spec;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<ParameterSpec> live_settings()
{
  const std::set<std::string> given_otherwise{"scenario", "robot_description", kSolverPlugin};
  std::vector<ParameterSpec> specs;
  for (const SessionParameter & parameter : session_parameters()) {
    const std::string & name = parameter.spec.name;
    const auto is_named = [&](const Setting & setting) {return setting.spec.name == name;};
    const std::vector<Setting> settings = all_settings();
    if (given_otherwise.count(name) == 0 &&
      std::none_of(settings.begin(), settings.end(), is_named))
    {
      specs.push_back(parameter.spec);
    }
  }
  return specs;
}

RunSettings sort_settings(const std::vector<std::string> & texts)
{
  RunSettings settings;
  for (const std::string & text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw std::invalid_argument("--set: expected key=value, found '" + text + "'");
    }
    const std::string key = text.substr(0, equals);
    const std::string value = text.substr(equals + 1);
    if (starts_with(key, kSolverPrefix) && key != kSolverPlugin) {
      settings.solver[key.substr(std::string(kSolverPrefix).size())] = value;
    } else if (const std::optional<ParameterSpec> spec = find_live_setting(key)) {
      settings.session[key] = parse_parameter(*spec, value);
    } else {
      settings.scenario[key] = value;
    }
  }
  return settings;
}

std::vector<ParameterSpec> scenario_settings()
{
  std::vector<ParameterSpec> specs;
  for (const Setting & setting : all_settings()) {
    specs.push_back(setting.spec);
  }
  return specs;
}

void apply_settings(
  const std::map<std::string, std::string> & settings, ScenarioFile & scenario)
{
  for (const auto & [key, text] : settings) {
    if (starts_with(key, kMaterialPrefix)) {
      apply_material(key, text, scenario);
    } else {
      const Setting & setting = find_setting(key);
      setting.apply(parse_parameter(setting.spec, text), scenario);
    }
  }
}

}  // namespace contact_sim
