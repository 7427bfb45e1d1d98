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

#ifndef CONTACT_SIM__EXPERIMENTS__EXPERIMENT_HPP_
#define CONTACT_SIM__EXPERIMENTS__EXPERIMENT_HPP_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "contact_sim/contact/contact_solver.hpp"
#include "contact_sim/figures/report.hpp"
#include "contact_sim/lcp/parameters.hpp"
#include "contact_sim/plugins/solver_plugins.hpp"

namespace contact_sim
{

/// What an experiment may use while it runs. Scenarios it reads through the room `io`.
class ExperimentContext
{
public:
  /// Hears how far the experiment is, from 0 to 1, and what it does.
  using Progress = std::function<void (double share, const std::string & doing)>;

  ExperimentContext(SolverPlugins & plugins, bool quick, const Progress & progress);

  /// A few problems of each kind instead of all.
  bool quick() const {return quick_;}
  int count(int full, int in_quick) const {return quick_ ? in_quick : full;}

  /// A solver with its parameters, through pluginlib. Lives no longer than the plugins.
  /// \throws std::invalid_argument for an unknown name or a bad parameter
  /// \throws std::runtime_error where the plugin cannot be loaded
  std::shared_ptr<ContactSolver> solver(
    const std::string & name, const ParameterMap & parameters = {}) const;

  SolverPlugins & plugins() const {return plugins_;}

  void progress(double share, const std::string & doing) const;

private:
  SolverPlugins & plugins_;
  bool quick_;
  Progress progress_;
};

/// An experiment of one of the papers. It says in words, by Section::promise(), what its figures
/// keep and where they fall short.
struct Experiment
{
  std::string name;   ///< as on the command line
  std::string title;
  void (* run)(const ExperimentContext & context, Section & section);
};

/// All of them, in the order in which a report shows them.
const std::vector<Experiment> & experiments();

/// \throws std::invalid_argument for an unknown name; the message lists the known ones
const Experiment & find_experiment(const std::string & name);

/// Runs one: the section has its name and title.
Section run_experiment(const Experiment & experiment, const ExperimentContext & context);

}  // namespace contact_sim

#endif  // CONTACT_SIM__EXPERIMENTS__EXPERIMENT_HPP_
