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

#ifndef EXPERIMENTS__ALL_HPP_
#define EXPERIMENTS__ALL_HPP_

#include "contact_sim/experiments/experiment.hpp"

namespace contact_sim
{

// One file each, called by the experiment's name.
void run_lloyd(const ExperimentContext & context, Section & section);
void run_yamane_1(const ExperimentContext & context, Section & section);
void run_yamane_2(const ExperimentContext & context, Section & section);
void run_yamane_3(const ExperimentContext & context, Section & section);
void run_yamane_force(const ExperimentContext & context, Section & section);
void run_baraff(const ExperimentContext & context, Section & section);
void run_egan(const ExperimentContext & context, Section & section);
void run_sharaf(const ExperimentContext & context, Section & section);
void run_solvers(const ExperimentContext & context, Section & section);
void run_physics(const ExperimentContext & context, Section & section);

}  // namespace contact_sim

#endif  // EXPERIMENTS__ALL_HPP_
