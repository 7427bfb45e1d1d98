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

#include "contact_sim/contact/contact_solver.hpp"
#include "pluginlib/class_list_macros.hpp"
#include "solvers/dantzig_contact.hpp"
#include "solvers/dense_lemke.hpp"
#include "solvers/frictionless_active_set.hpp"
#include "solvers/projected_gauss_seidel.hpp"
#include "solvers/robust_reduced_lemke.hpp"
#include "solvers/structured_lemke.hpp"

PLUGINLIB_EXPORT_CLASS(contact_sim::ActiveSet, contact_sim::ContactSolver)
PLUGINLIB_EXPORT_CLASS(contact_sim::Dantzig, contact_sim::ContactSolver)
PLUGINLIB_EXPORT_CLASS(contact_sim::Lemke, contact_sim::ContactSolver)
PLUGINLIB_EXPORT_CLASS(contact_sim::LexicographicLemke, contact_sim::ContactSolver)
PLUGINLIB_EXPORT_CLASS(contact_sim::ProjectedGaussSeidel, contact_sim::ContactSolver)
PLUGINLIB_EXPORT_CLASS(contact_sim::ReducedLemke, contact_sim::ContactSolver)
PLUGINLIB_EXPORT_CLASS(contact_sim::RobustLemke, contact_sim::ContactSolver)
PLUGINLIB_EXPORT_CLASS(contact_sim::RobustReducedLemke, contact_sim::ContactSolver)
PLUGINLIB_EXPORT_CLASS(contact_sim::StructuredLemke, contact_sim::ContactSolver)
