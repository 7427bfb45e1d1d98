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

#include "contact_sim/experiments/experiment.hpp"

#include <stdexcept>

#include "all.hpp"
#include "contact_sim/plugins/chosen_solver.hpp"

namespace contact_sim
{

ExperimentContext::ExperimentContext(
  SolverPlugins & plugins, bool quick, const Progress & progress)
: plugins_(plugins), quick_(quick), progress_(progress) {}

std::shared_ptr<ContactSolver> ExperimentContext::solver(
  const std::string & name, const ParameterMap & parameters) const
{
  return choose_solver(name, parameters, plugins_).make();
}

void ExperimentContext::progress(double share, const std::string & doing) const
{
  if (progress_) {
    progress_(share, doing);
  }
}

const std::vector<Experiment> & experiments()
{
  static const std::vector<Experiment> all{
    {"lloyd", "Lemke on the factors of the contact matrix [Lloyd 2005]", run_lloyd},
    {"yamane-1", "A squat that textbook solvers lose [Yamane 2008, Table I]", run_yamane_1},
    {"yamane-2", "A tap dance: failures, pivots and time [Yamane 2008, Table II]", run_yamane_2},
    {"yamane-3", "Long and closed chains [Yamane 2008, Table III]", run_yamane_3},
    {"yamane-force", "The forces of the feet [Yamane 2008, figure 2]", run_yamane_force},
    {"baraff", "Contact forces one at a time [Baraff 1994]", run_baraff},
    {"egan", "Corners that are not convex [Egan, Berard, Trinkle]", run_egan},
    {"sharaf", "Active sets for positive semi-definite problems [Sharaf]", run_sharaf},
    {"solvers", "Every solver on every family of problems", run_solvers},
    {"physics", "Properties of the contact model, for every solver", run_physics},
  };
  return all;
}

const Experiment & find_experiment(const std::string & name)
{
  std::string known;
  for (const Experiment & experiment : experiments()) {
    if (experiment.name == name) {
      return experiment;
    }
    known += (known.empty() ? "" : ", ") + experiment.name;
  }
  throw std::invalid_argument("there is no experiment '" + name + "'; there are: " + known);
}

Section run_experiment(const Experiment & experiment, const ExperimentContext & context)
{
  Section section{experiment.name, experiment.title};
  experiment.run(context, section);
  context.progress(1.0, "done");
  return section;
}

}  // namespace contact_sim
