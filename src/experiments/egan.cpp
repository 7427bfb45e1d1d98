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

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "all.hpp"
#include "contact_sim/families/nonconvex_factory.hpp"
#include "contact_sim/families/papers.hpp"
#include "contact_sim/lcp/algorithms.hpp"
#include "egan_scene.hpp"
#include "statistics.hpp"

namespace contact_sim
{

namespace
{

using Eigen::Vector2d;

constexpr double kExact = 1e-9;    ///< of the impulses, which are of order one
constexpr double kMargin = 0.01;   ///< ε/h of the worked examples [m/s]

/// One of the paper's problems and what is right for it.
struct Example
{
  std::string name;
  LcpProblem problem;
  Vector2d velocity;  ///< before the step [m/s]
  Vector2d (* impulses)(const Eigen::VectorXd & z);
  bool (* is_right)(const Vector2d & velocity, const Vector2d & impulses);
  NonconvexForm form;
};

/// a_i of (10), (11): where the point is at the end, over h.
Vector2d gap_rates(const Vector2d & velocity, const Vector2d & impulses)
{
  return 0.5 * families::egan_position(velocity, impulses);
}

bool flies_past(const Vector2d &, const Vector2d & impulses)
{
  return impulses.cwiseAbs().maxCoeff() <= kExact;
}

/// One of the three answers of the max form.
bool is_one_of_three(const Vector2d &, const Vector2d & impulses)
{
  for (const Vector2d & right : {Vector2d(1.5, 0.5), Vector2d(1.5, 0.0), Vector2d(0.0, 0.5)}) {
    if ((impulses - right).cwiseAbs().maxCoeff() <= kExact) {
      return true;
    }
  }
  return false;
}

/// The summation form has a range of answers: any impulses that do not pull, with (24) an equality.
bool is_in_range(const Vector2d & velocity, const Vector2d & impulses)
{
  const Vector2d a = gap_rates(velocity, impulses).cwiseMax(-kMargin);
  return impulses.minCoeff() >= -kExact && std::abs(a.sum() + kMargin) <= kExact;
}

std::vector<Example> examples()
{
  const Vector2d past(-2.0, 0.0);
  const Vector2d hit(-2.0, -1.0);
  using families::egan_max_impulses;
  using families::egan_sum_impulses;
  return {
    {"past the corner, max", families::egan_max_past().problem, past, egan_max_impulses,
      flies_past, NonconvexForm::kMax},
    {"past the corner, summation", families::egan_sum_past().problem, past, egan_sum_impulses,
      flies_past, NonconvexForm::kSummation},
    {"into the corner, max", families::egan_max_hit(), hit, egan_max_impulses, is_one_of_three,
      NonconvexForm::kMax},
    {"into the corner, summation", families::egan_sum_hit(), hit, egan_sum_impulses, is_in_range,
      NonconvexForm::kSummation}};
}

/// What is rounding of zero is shown as zero: the check of an answer does not read this.
std::string pair(Vector2d x)
{
  x = (x.array().abs() < 1e-12).select(0.0, x);
  return "(" + in_words(x[0], 5) + ", " + in_words(x[1], 5) + ")";
}

/// What a solver made of the examples.
class Answers
{
public:
  Answers()
  : table_("examples", "The worked examples",
      {"example", "solver", "status", "impulses p₁, p₂", "velocity", "position", "right"}) {}

  void add(
    const Example & example, const std::string & solver, const std::string & status, bool solved,
    const Vector2d & impulses)
  {
    const bool right = solved && example.is_right(example.velocity, impulses);
    wrong_ += solved && !right;
    right_ += right;
    table_.add_row(
      {example.name, solver, Cell(status).falls_short(!solved), solved ? pair(impulses) : "",
        solved ? pair(example.velocity + impulses) : "",
        solved ? pair(families::egan_position(example.velocity, impulses)) : "",
        !solved ? Cell("") : Cell(right ? "yes" : "no").falls_short(!right)});
  }

  const Table & table() const {return table_;}
  int wrong() const {return wrong_;}
  int right() const {return right_;}

private:
  Table table_;
  int wrong_{0};
  int right_{0};
};

/// The algorithms on the matrices that the paper prints.
int solve_printed_matrices(const Example & example, Answers & answers)
{
  int robust = 0;
  for (const char * name : {"lemke", "lexicographic_lemke", "robust_lemke"}) {
    const LcpAlgorithm & algorithm = find_lcp_algorithm(name);
    const LcpSolution ours =
      algorithm.solve(example.problem, resolve_parameters(algorithm.parameters, {}));
    const int before = answers.right();
    answers.add(
      example, name, to_string(ours.status), ours.solved(), example.impulses(ours.z));
    robust += algorithm.name == "robust_lemke" ? answers.right() - before : 0;
  }
  return robust;
}

void show_examples(const ExperimentContext & context, Section & section)
{
  Answers answers;
  int robust = 0;
  int by_default = 0;
  for (const Example & example : examples()) {
    robust += solve_printed_matrices(example, answers);
    // The same corner as a contact problem, as the simulation has it.
    const int before = answers.right();
    const ContactSolution ours = context.solver("RobustReducedLemke")->solve(
      families::egan_corner(example.velocity, example.form));
    answers.add(
      example, "default plugin", to_string(ours.status), ours.solved(),
      {ours.impulses[0], ours.impulses[3]});
    by_default += answers.right() - before;
  }
  section.heading("The worked examples");
  section.promise(
    robust == 4 && by_default == 4,
    "`robust_lemke`, on the matrices as printed, finds " + std::to_string(robust) + " of the 4 "
    "answers of the paper, the default plugin " + std::to_string(by_default) + ".");
  section.promise(
    answers.wrong() == 0, std::to_string(answers.right()) + " of the " +
    std::to_string(answers.right() + answers.wrong()) + " answers that any solver gives are among "
    "those that the paper allows.");
  section.add(answers.table());
  section.say(
    "A point of mass 1 starts at (1, 1), h = 2 s, before the corner of the walls x = 0 and y = 0, "
    "of which only one has to be kept. With velocity (−2, 0) it flies past to (−3, 1). With "
    "(−2, −1) three answers of the max form are right: p = (1.5, 0.5), (1.5, 0) and (0, 0.5). The "
    "summation form has a range of them: no impulse pulls and (24) holds as an equality. From "
    "z = 0 Lemke's path has no way into the max form, whatever its covering vector is: the two "
    "baselines end on a ray.");
}

}  // namespace

void run_egan(const ExperimentContext & context, Section & section)
{
  section.say(
    "A linearised contact is a half-space that never ends, so that a block which slides over a "
    "hole hits the plane of the far edge above it. Egan, Berard and Trinkle let one of several "
    "planes be open.");
  show_examples(context, section);
  show_block_over_hole(context, section);
}

}  // namespace contact_sim
