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

#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "contact_sim/families/contact_factory.hpp"
#include "contact_sim/io/ctp_file.hpp"
#include "fuzz/fuzz_target.hpp"
#include "solvers/dantzig_contact.hpp"
#include "solvers/dense_lemke.hpp"
#include "solvers/frictionless_active_set.hpp"
#include "solvers/projected_gauss_seidel.hpp"
#include "solvers/robust_reduced_lemke.hpp"
#include "solvers/structured_lemke.hpp"

namespace contact_sim::fuzz
{

namespace
{

constexpr int kMostContacts = 8;
constexpr int kMostChanges = 12;

std::unique_ptr<ContactSolver> make_solver(int kind)
{
  switch (kind) {
    case 0: return std::make_unique<ActiveSet>();
    case 1: return std::make_unique<Dantzig>();
    case 2: return std::make_unique<Lemke>();
    case 3: return std::make_unique<LexicographicLemke>();
    case 4: return std::make_unique<ProjectedGaussSeidel>();
    case 5: return std::make_unique<ReducedLemke>();
    case 6: return std::make_unique<RobustLemke>();
    case 7: return std::make_unique<StructuredLemke>();
    default: return std::make_unique<RobustReducedLemke>();
  }
}

struct Contact
{
  std::vector<int> dofs;
  ContactProblem::Columns columns;
  ContactData data;
};

/// One number becomes extreme, or a whole row or column is scaled.
void change(Bytes & bytes, Contact & contact, Eigen::VectorXd & k)
{
  const double value = bytes.extreme();
  const int row = bytes.below(static_cast<int>(contact.columns.rows()));
  switch (bytes.below(10)) {
    case 0: contact.data.gap_rate = value; break;
    case 1: contact.data.mu = value; break;
    case 2: contact.data.mu = std::abs(value); break;
    case 3: contact.data.tangential_rate[bytes.below(2)] = value; break;
    case 4: k[bytes.below(static_cast<int>(k.size()))] = value; break;
    case 5: contact.columns(row, bytes.below(3)) = value; break;
    case 6: contact.columns *= value; break;
    case 7: contact.columns.row(row) *= value; break;
    case 8: k *= value; break;
    default: contact.data.angle = value; break;
  }
}

/// A problem of a known family, with some numbers changed.
ContactProblem make_problem(Bytes & bytes)
{
  families::Random random(bytes.number(4));
  const std::vector<families::ContactCase> cases =
    families::all_contact_families(random, 1 + bytes.below(kMostContacts));
  const ContactProblem & good = cases[bytes.below(static_cast<int>(cases.size()))].problem;
  std::vector<Contact> contacts;
  for (ContactProblem::Index i = 0; i < good.size(); ++i) {
    contacts.push_back(
      {{good.dofs(i), good.dofs(i) + good.dof_count(i)}, good.columns(i), good.data(i)});
  }
  Eigen::VectorXd k = good.k();
  for (int i = 0; i < kMostChanges && !bytes.is_empty() && !contacts.empty(); ++i) {
    change(bytes, contacts[bytes.below(static_cast<int>(contacts.size()))], k);
  }
  ContactProblem problem(k.size());
  for (const Contact & contact : contacts) {
    problem.add_contact(contact.dofs, contact.columns, contact.data);
  }
  problem.set_k(k);
  return problem;
}

bool is_finite(const ContactResidual & residual)
{
  return std::isfinite(residual.largest());
}

std::string text_of(const ContactProblem & problem)
{
  std::ostringstream text;
  try {
    write_ctp(text, {problem, {}});
  } catch (const std::invalid_argument & error) {
    text << "(not to be written as .ctp: " << error.what() << ")";
  }
  return text.str();
}

void check_answer(
  const ContactProblem & problem, const ContactSolution & solution, const std::string & solver)
{
  const auto refuse = [&](const std::string & what) {
      fail(solver + ": " + what + " (" + solution.detail + ") for\n" + text_of(problem));
    };
  if (solution.impulses.size() != 3 * problem.size()) {
    refuse("an answer of another size");
  }
  if (!solution.impulses.allFinite()) {
    refuse("impulses that are not finite");
  }
  if (!solution.solved()) {
    return;
  }
  const ContactResidual residual =
    contact_residual(problem, solution.impulses, solution.friction);
  if (!is_finite(residual) || !(residual.largest() <= 1e-9)) {
    refuse("solved, with a residual of " + std::to_string(residual.largest()));
  }
  for (ContactProblem::Index i = 0; i < problem.size(); ++i) {
    if (!(solution.impulses[3 * i] >= -1e-6 * solution.impulses.cwiseAbs().maxCoeff())) {
      refuse("solved, with a contact that pulls");
    }
  }
}

}  // namespace

/// Refused is only what check() refuses. All else has an answer with finite impulses, and what is
/// called solved is within the tolerance.
void try_input(const std::string & input)
{
  Bytes bytes(input);
  const int kind = bytes.below(10);
  const std::unique_ptr<ContactSolver> solver = make_solver(kind);
  solver->initialize({});
  const ContactProblem problem = make_problem(bytes);
  const bool is_good = is_taken(Place::kNone, "", [&] {problem.check();});
  ContactSolution solution;
  try {
    solver->solve(problem, nullptr, solution);
  } catch (const std::invalid_argument &) {
    if (is_good) {
      fail("solver " + std::to_string(kind) + " refuses what check() takes:\n" + text_of(problem));
    }
    return;
  }
  if (!is_good) {
    fail("solver " + std::to_string(kind) + " takes what check() refuses");
  }
  check_answer(problem, solution, "solver " + std::to_string(kind));
}

}  // namespace contact_sim::fuzz
