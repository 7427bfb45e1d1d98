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
#ifndef CONTACT__SIDE_SEARCH_HPP_
#define CONTACT__SIDE_SEARCH_HPP_

#include <Eigen/Core>

#include <functional>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"
#include "contact_sim/contact/contact_solution.hpp"

namespace contact_sim
{

/// Solves problems with groups by a method for plain contacts: with one side chosen for each group,
/// the others left out, what remains is a plain problem in the same factors. Its answer is one of
/// the whole where the NonconvexLaw holds.
///
/// Of the answers the one with the least total normal impulse is taken, by branch and bound: with
/// side s open at the end, Σ λ_n >= -u_s(free) / max_j G_sj, where G_sj is the most that a normal
/// impulse 1 at contact j and the friction it allows can open s. The first choice is last step's;
/// in a steady step the bounds rule out all others, and one plain problem is solved.
///
/// Keeps its memory: a steady step takes nothing from the heap.
class SideSearch
{
public:
  /// Solves a problem without groups; the status is true of the residual.
  using SolvePlain =
    std::function<void (const ContactProblem &, const ContactSolution *, ContactSolution &)>;

  /// Fills all but time and residual of a solution that is sized and zero.
  void solve(
    const ContactProblem & problem, const ContactSolution * guess, const SolvePlain & solve_plain,
    double tolerance, ContactSolution & solution);

private:
  using Index = Eigen::Index;

  struct Group
  {
    int chosen;        ///< contact
    bool is_wrong;     ///< in the answer of the last attempt
    int pressed;       ///< another side that carries a given impulse, or -1
    double impulse;    ///< of that [N s]
    double shift;      ///< u_n at which the chosen side carries, 0 but for the summation form [m/s]
    double old_shift, old_excess;  ///< for the secant
  };

  void measure_sides(const ContactProblem & problem);
  double least_impulse(const ContactProblem & problem, int side);
  void choose_first(const ContactProblem & problem, const ContactSolution * guess);
  void remember(const ContactSolution * guess);
  void follow_wrong_sides(const ContactProblem & problem);
  void branch(const ContactProblem & problem, Index group);
  void try_corners(const ContactProblem & problem);
  void try_corner(const ContactProblem & problem, Group & group, int free, int pressed);
  bool bisect_corner(const ContactProblem & problem, Group & group, int free, int pressed);
  bool attempt(const ContactProblem & problem);
  bool solve_choice(const ContactProblem & problem);
  bool solve_plain(const ContactProblem & problem);
  void add_pressed(const ContactProblem & problem, const Group & group);
  void make_plain(const ContactProblem & problem);
  bool is_kept(const ContactProblem & problem, Index contact) const;
  bool make_guess(const ContactProblem & problem);
  void take_answer(const ContactProblem & problem);
  bool settle_shifts(const ContactProblem & problem);
  bool is_admissible(const ContactProblem & problem);
  void offer(const ContactProblem & problem);
  void flip_wrong(const ContactProblem & problem);
  bool carries(const ContactProblem & problem, Index group) const;
  int rank_sum() const;
  void report(ContactSolution & solution) const;

  const SolvePlain * solve_plain_{nullptr};
  double tolerance_{0.0};
  double scale_{1.0};
  std::vector<Group> groups_;
  std::vector<double> bound_;   ///< by contact: least total impulse where it is the open side
  std::vector<int> rank_;       ///< by contact: among its group's sides, by bound
  std::vector<int> by_rank_;    ///< the sides of each group in that order, as ContactProblem::group
  std::vector<std::vector<int>> tried_;  ///< choices, the first tries_ of them
  std::vector<int> choice_;
  std::vector<int> best_choice_;
  std::vector<int> dofs_;
  Eigen::VectorXd dense_;       ///< a normal column
  Eigen::VectorXd x_;           ///< of the last attempt's answer
  Eigen::VectorXd k_;
  ContactProblem::Columns columns_;
  ContactProblem plain_;
  std::vector<int> kept_;       ///< the contacts of plain_
  ContactSolution guess_, answer_;
  ContactSolution last_;        ///< of the whole problem, for the next guess
  ContactSolution best_;        ///< of the whole problem
  bool has_guess_{false}, has_best_{false};
  double best_total_{0.0};
  int best_rank_{0};
  int tries_{0};
  int iterations_{0}, backtracks_{0};
  ContactStatus failure_{ContactStatus::kSolved};  ///< of a plain problem
};

}  // namespace contact_sim

#endif  // CONTACT__SIDE_SEARCH_HPP_
