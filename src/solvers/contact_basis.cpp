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

#include "solvers/contact_basis.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// Pivots of the reduced system up to this are zero: its entries are of order one.
constexpr double kSingular = 1e-11;

/// A fixed pseudo-random number for each variable (splitmix64).
std::uint64_t key(ContactBasis::Variable variable)
{
  std::uint64_t x = (static_cast<std::uint64_t>(variable) + 2) * 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

double unit_of(const ContactProblem & problem, Index i)
{
  return std::sqrt(problem.columns(i).colwise().squaredNorm().maxCoeff());
}

}  // namespace

// ---- the problem -------------------------------------------------------------------------------

void ContactBasis::load(const ContactProblem & problem, int refinement)
{
  nv_ = problem.degrees_of_freedom();
  const Index nc = problem.size();
  stride_ = 1;
  refinement_ = refinement;
  scale_ = 0.0;
  for (std::vector<double> * list : {&unit_, &mu_, &angle_}) {
    list->resize(nc);
  }
  directions_.resize(nc);
  bias_.resize(nc);
  first_.assign(1, 0);
  velocity_.setZero(nv_);
  for (Index i = 0; i < nc; ++i) {
    const ContactData & data = problem.data(i);
    const bool frictional = problem.is_frictional(i);
    unit_[i] = unit_of(problem, i);
    mu_[i] = frictional ? data.mu : 0.0;
    directions_[i] = frictional ? refinement * data.directions : 0;
    angle_[i] = data.angle;
    bias_[i] = problem.velocity(i, velocity_);
    first_.push_back(first_.back() + problem.dof_count(i));
    stride_ = std::max(stride_, frictional ? directions_[i] + 2 : 1);
    scale_ = std::max(scale_, problem.velocity(i, problem.k()).cwiseAbs().maxCoeff() / unit_[i]);
  }
  scale_ = scale_ > 0.0 ? scale_ : 1.0;
  k_ = problem.k() / scale_;
  dofs_.resize(first_.back());
  columns_.resize(3, first_.back());
  for (Index i = 0; i < nc; ++i) {
    bias_[i] /= unit_[i] * scale_;
    std::copy_n(problem.dofs(i), problem.dof_count(i), dofs_.begin() + first_[i]);
    columns_.middleCols(first_[i], problem.dof_count(i)) =
      problem.columns(i).transpose() / unit_[i];
  }
  state_.assign(nc * stride_, 1);
  cover_.assign(nc * stride_, 1.0);
  joined_.assign(nc, 0);
  involvement_.assign(nc, 0);
  elimination_.resize(nc);
  table_.resize(nc * stride_);
  theta_.resize(nc);
  phi_sum_.resize(nc);
  lambda_.resize(nc);
  artificial_ = false;
  hash_ = kHashOfZero;
  cover_choice_ = 0;
  largest_cover_ = 2.0;
  friction_ = true;
  const Index most = nv_ + 4;
  matrix_.resize(most, most);
  spread_.resize(nv_, most);
  permutation_.resize(most);
  right_.resize(most);
  solution_.resize(most);
  correction_.resize(most);
}

Eigen::Vector3d ContactBasis::project(Index contact, const Eigen::VectorXd & x) const
{
  Eigen::Vector3d u = Eigen::Vector3d::Zero();
  for (Index at = first_[contact]; at < first_[contact + 1]; ++at) {
    u += x[dofs_[at]] * columns_.col(at);
  }
  return u;
}

double ContactBasis::project_normal(Index contact, const Eigen::VectorXd & x) const
{
  double u = 0.0;
  for (Index at = first_[contact]; at < first_[contact + 1]; ++at) {
    u += x[dofs_[at]] * columns_(0, at);
  }
  return u;
}

void ContactBasis::accumulate(
  Index contact, const Eigen::Vector3d & a, Eigen::VectorXd & x) const
{
  for (Index at = first_[contact]; at < first_[contact + 1]; ++at) {
    x[dofs_[at]] += a.dot(columns_.col(at));
  }
}

// ---- the basis ---------------------------------------------------------------------------------

void ContactBasis::set_directions(Index contact)
{
  const int d = directions_[contact];
  const double step = 2.0 * M_PI / d;
  for (int j = 1; j <= d; ++j) {
    const double angle = angle_[contact] + step * (j - 1);
    table_[contact * stride_ + j] = {std::cos(angle), std::sin(angle)};
  }
}

double ContactBasis::cover_factor(int pair) const
{
  if (cover_choice_ == 0) {
    return 1.0;
  }
  const std::uint64_t bits = key(pair) ^ key(1000003 * cover_choice_);
  return 1.0 + static_cast<double>((bits * 0x9e3779b97f4a7c15ull) >> 11) * 0x1p-53;
}

void ContactBasis::vary_cover(int choice)
{
  cover_choice_ = choice;
  for (Index i = 0; i < contacts(); ++i) {
    cover_[pair(i, 0)] = cover_factor(pair(i, 0));
  }
}

void ContactBasis::slide_straight(Index contact, double angle)
{
  set_angle(contact, angle);
  for (int j = 1; j <= directions_[contact]; ++j) {
    const int p = pair(contact, j);
    const char wanted = j == 1 ? 2 : 1;
    if (state_[p] != wanted) {
      exchange(2 * p + state_[p] - 1, 2 * p + wanted - 1);
    }
  }
}

Eigen::Vector2d ContactBasis::friction(Index contact, const Eigen::VectorXd & values) const
{
  Eigen::Vector2d force = Eigen::Vector2d::Zero();
  for (int j = 1; joined_[contact] && j <= directions_[contact]; ++j) {
    if (state_[pair(contact, j)] == 2) {
      force += values[pair(contact, j)] * direction(contact, j);
    }
  }
  return force;
}

void ContactBasis::set_angle(Index contact, double angle)
{
  angle_[contact] = angle;
  if (joined_[contact]) {
    set_directions(contact);
  }
}

Eigen::Vector2d ContactBasis::sliding_velocity(Index contact) const
{
  return (project(contact, constant_velocity_) + bias_[contact]).tail<2>();
}

void ContactBasis::join(Index contact, double cover)
{
  joined_[contact] = 1;
  set_directions(contact);
  for (int j = 1; j <= directions_[contact]; ++j) {
    cover_[pair(contact, j)] = cover * cover_factor(pair(contact, j));
    largest_cover_ = std::max(largest_cover_, cover_[pair(contact, j)]);
  }
  cover_[pair(contact, slip(contact))] = cover_factor(pair(contact, slip(contact)));
}

void ContactBasis::bring_friction_in()
{
  friction_ = true;
  for (Index i = 0; i < contacts(); ++i) {
    if (state_[pair(i, 0)] == 2 && can_join(i)) {
      join(i, 1.0);
    }
  }
}

void ContactBasis::leave(Index contact)
{
  joined_[contact] = 0;
}

double ContactBasis::deficit(Index contact) const
{
  const Eigen::Vector3d u = project(contact, constant_velocity_) + bias_[contact];
  double largest = 0.0;
  for (int j = 1; j <= directions_[contact]; ++j) {
    const double angle = angle_[contact] + 2.0 * M_PI * (j - 1) / directions_[contact];
    largest = std::max(largest, -(std::cos(angle) * u[1] + std::sin(angle) * u[2]));
  }
  return largest;
}

void ContactBasis::set_state(int pair, char state)
{
  involvement_[contact_of(pair)] += (state != 1) - (state_[pair] != 1);
  state_[pair] = state;
}

std::uint64_t ContactBasis::hash_after(Variable leaving, Variable entering) const
{
  return hash_ ^ key(leaving) ^ key(entering);
}

void ContactBasis::exchange(Variable leaving, Variable entering)
{
  hash_ = hash_after(leaving, entering);
  if (leaving == kArtificial) {
    artificial_ = false;
  } else {
    set_state(leaving / 2, 0);
  }
  if (entering == kArtificial) {
    artificial_ = true;
  } else {
    set_state(entering / 2, static_cast<char>(1 + entering % 2));
  }
}

// ---- the reduced system ------------------------------------------------------------------------

/// (27) and (30): a basic λ is eliminated by one of the rows σ_j = 0, a row γ = 0 by one of the
/// basic φ_j; the same j where it can serve both.
bool ContactBasis::choose_elimination(Index contact)
{
  Elimination & chosen = elimination_[contact];
  chosen = {};
  if (!joined_[contact]) {
    return true;
  }
  const char slip_state = state_[pair(contact, slip(contact))];
  for (int j = directions_[contact]; j >= 1; --j) {
    const char state = state_[pair(contact, j)];
    if (state == 0 && chosen.row == 0) {
      chosen.row = j;
    } else if (state == 2) {
      chosen.row = j;
      chosen.column = j;
    }
  }
  const bool needs_row = slip_state == 2;
  const bool has_row = chosen.row != 0;
  if (!needs_row) {
    chosen.row = 0;
  }
  if (slip_state == 1) {
    chosen.column = 0;
  }
  return !needs_row || has_row;
}

void ContactBasis::collect_columns(Index contact)
{
  const int id = static_cast<int>(contact);
  const int kappa = elimination_[contact].column;
  const Vector2 base = kappa > 0 ? direction(contact, kappa) : Vector2(0.0, 0.0);
  if (state_[pair(contact, 0)] == 2) {
    column_list_.push_back({id, 0, {1.0, mu_[contact] * base[0], mu_[contact] * base[1]}});
  }
  for (int j = 1; joined_[contact] && j <= directions_[contact]; ++j) {
    if (state_[pair(contact, j)] == 2 && j != kappa) {
      const Vector2 a = direction(contact, j) - base;
      column_list_.push_back({id, j, {0.0, a[0], a[1]}});
    }
  }
}

void ContactBasis::collect_rows(Index contact)
{
  const int id = static_cast<int>(contact);
  const int kappa = elimination_[contact].row;
  const Vector2 base = kappa > 0 ? direction(contact, kappa) : Vector2(0.0, 0.0);
  if (state_[pair(contact, 0)] != 1) {
    row_list_.push_back({id, 0, {1.0, 0.0, 0.0}});
  }
  if (!joined_[contact]) {
    return;
  }
  for (int j = 1; j <= directions_[contact]; ++j) {
    if (state_[pair(contact, j)] != 1 && j != kappa) {
      const Vector2 g = direction(contact, j) - base;
      row_list_.push_back({id, j, {0.0, g[0], g[1]}});
    }
  }
  if (state_[pair(contact, slip(contact))] != 1 && elimination_[contact].column == 0) {
    row_list_.push_back({id, slip(contact), {0.0, 0.0, 0.0}});
  }
}

bool ContactBasis::factor()
{
  involved_.clear();
  column_list_.clear();
  row_list_.clear();
  for (Index i = 0; i < contacts(); ++i) {
    if (involvement_[i] == 0) {
      continue;
    }
    involved_.push_back(static_cast<int>(i));
    if (!choose_elimination(i)) {
      return false;
    }
    collect_columns(i);
    collect_rows(i);
  }
  if (artificial_) {
    column_list_.push_back({kArtificial, 0, Eigen::Vector3d::Zero()});
  }
  size_ = static_cast<Index>(row_list_.size());
  if (column_list_.size() != row_list_.size() || size_ > matrix_.rows()) {
    return false;
  }
  spread_columns();
  for (Index row = 0; row < size_; ++row) {
    fill_row(row);
  }
  return decompose();
}

/// The velocity that each column brings; that of the artificial variable through the eliminated
/// φ_κ.
void ContactBasis::spread_columns()
{
  spread_.leftCols(size_).setZero();
  const auto add = [this](Index column, Index contact, const Eigen::Vector3d & a) {
      for (Index at = first_[contact]; at < first_[contact + 1]; ++at) {
        spread_(dofs_[at], column) += a.dot(columns_.col(at));
      }
    };
  for (Index column = 0; column < size_; ++column) {
    if (column_list_[column].contact != kArtificial) {
      add(column, column_list_[column].contact, column_list_[column].a);
    }
  }
  for (const int i : involved_) {
    const int kappa = elimination_[i].column;
    if (artificial_ && kappa > 0) {
      const Vector2 a = cover_[pair(i, slip(i))] * direction(i, kappa);
      add(size_ - 1, i, {0.0, a[0], a[1]});
    }
  }
}

void ContactBasis::fill_row(Index at)
{
  const Row & row = row_list_[at];
  auto entries = matrix_.row(at).head(size_);
  entries.setZero();
  if (row.local == slip(row.contact) && row.local > 0 && joined_[row.contact]) {
    for (Index column = 0; column < size_; ++column) {
      if (column_list_[column].contact == row.contact && column_list_[column].local == 0) {
        entries[column] = mu_[row.contact];
      }
    }
  } else {
    for (Index k = first_[row.contact]; k < first_[row.contact + 1]; ++k) {
      entries += row.g.dot(columns_.col(k)) * spread_.row(dofs_[k]).head(size_);
    }
  }
  if (artificial_) {
    entries[size_ - 1] += cover_[pair(row.contact, row.local)];
    const int kappa = elimination_[row.contact].row;
    if (kappa > 0 && row.local > 0 && row.local != slip(row.contact)) {
      entries[size_ - 1] -= cover_[pair(row.contact, kappa)];
    }
  }
}

/// Gauss elimination by rows with partial pivoting.
bool ContactBasis::decompose()
{
  for (Index k = 0; k < size_; ++k) {
    Index best;
    const double pivot = matrix_.col(k).segment(k, size_ - k).cwiseAbs().maxCoeff(&best);
    best += k;
    if (!(pivot > kSingular)) {
      return false;
    }
    permutation_[k] = static_cast<int>(best);
    if (best != k) {
      matrix_.row(k).head(size_).swap(matrix_.row(best).head(size_));
    }
    const double inverse = 1.0 / matrix_(k, k);
    const Index left = size_ - k - 1;
    for (Index i = k + 1; i < size_; ++i) {
      const double factor = matrix_(i, k) * inverse;
      matrix_(i, k) = factor;
      if (factor != 0.0) {
        matrix_.row(i).segment(k + 1, left) -= factor * matrix_.row(k).segment(k + 1, left);
      }
    }
  }
  return true;
}

void ContactBasis::solve()
{
  for (Index k = 0; k < size_; ++k) {
    std::swap(right_[k], right_[permutation_[k]]);
  }
  for (Index k = 0; k < size_; ++k) {
    right_[k] -= matrix_.row(k).head(k).dot(right_.head(k));
  }
  for (Index k = size_ - 1; k >= 0; --k) {
    const Index right = size_ - k - 1;
    const double known = matrix_.row(k).segment(k + 1, right).dot(solution_.segment(k + 1, right));
    solution_[k] = (right_[k] - known) / matrix_(k, k);
  }
}

// ---- answers -----------------------------------------------------------------------------------

/// What a row's own w gets from the source besides the velocity.
double ContactBasis::source_value(const Source & source, int pair) const
{
  const int contact = contact_of(pair);
  const int local = local_of(pair);
  const bool is_slip = local > 0 && local == slip(contact);
  if (source.kind == Source::kConstant) {
    return is_slip ? 0.0 : corner(contact, local, bias_[contact]);
  }
  if (source.kind == Source::kRow) {
    return source.pair == pair ? 1.0 : 0.0;
  }
  if (!source.is_z || contact_of(source.pair) != contact) {
    return 0.0;
  }
  const int from = local_of(source.pair);
  if (is_slip) {
    return from == 0 ? mu_[contact] : from == local ? 0.0 : -1.0;
  }
  return local > 0 && from == slip(contact) ? 1.0 : 0.0;
}

/// What a row's w must be: it is the source itself, or zero.
double ContactBasis::target_value(const Source & source, int pair) const
{
  return source.kind == Source::kVariable && !source.is_z && source.pair == pair ? 1.0 : 0.0;
}

double ContactBasis::known_part(const Source & source, int pair) const
{
  return source_value(source, pair) - target_value(source, pair);
}

/// The part of a velocity along ν or σ_j.
double ContactBasis::corner(Index contact, int local, const Eigen::Vector3d & u) const
{
  return local == 0 ? u[0] : direction(contact, local).dot(u.tail<2>());
}

void ContactBasis::start_velocity(const Source & source)
{
  if (source.kind == Source::kConstant) {
    velocity_ = k_;
  } else {
    velocity_.setZero(nv_);
  }
  if (source.kind == Source::kVariable && source.is_z) {
    const int contact = contact_of(source.pair);
    const int local = local_of(source.pair);
    if (local == 0) {
      accumulate(contact, {1.0, 0.0, 0.0}, velocity_);
    } else if (local != slip(contact)) {
      const Vector2 a = direction(contact, local);
      accumulate(contact, {0.0, a[0], a[1]}, velocity_);
    }
  }
  for (const int i : involved_) {
    const int kappa = elimination_[i].column;
    if (kappa > 0) {
      const Vector2 a = known_part(source, pair(i, slip(i))) * direction(i, kappa);
      accumulate(i, {0.0, a[0], a[1]}, velocity_);
    }
  }
}

void ContactBasis::fill_right_side(const Source & source)
{
  for (Index at = 0; at < size_; ++at) {
    const Row & row = row_list_[at];
    right_[at] = -known_part(source, pair(row.contact, row.local));
    if (row.local > 0 && row.local == slip(row.contact)) {
      continue;
    }
    const int kappa = elimination_[row.contact].row;
    if (row.local > 0 && kappa > 0) {
      right_[at] += known_part(source, pair(row.contact, kappa));
    }
    right_[at] -= row.g.dot(project(row.contact, velocity_));
  }
}

/// One step of iterative refinement: the rows are evaluated with the velocity that was found.
void ContactBasis::refine(const Source & source)
{
  correction_.head(size_) = solution_.head(size_);
  fill_right_side(source);
  const double artificial = artificial_ ? solution_[size_ - 1] : 0.0;
  for (Index at = 0; at < size_; ++at) {
    const Row & row = row_list_[at];
    const int p = pair(row.contact, row.local);
    const bool is_slip = row.local > 0 && row.local == slip(row.contact);
    right_[at] -= cover_[p] * artificial;
    if (is_slip) {
      right_[at] -= mu_[row.contact] * theta_in_solution(row.contact);
    } else if (row.local > 0 && elimination_[row.contact].row > 0) {
      right_[at] += cover_[pair(row.contact, elimination_[row.contact].row)] * artificial;
    }
  }
  solve();
  velocity_.noalias() += spread_.leftCols(size_) * solution_.head(size_);
  solution_.head(size_) += correction_.head(size_);
}

double ContactBasis::theta_in_solution(Index contact) const
{
  for (Index at = 0; at < size_; ++at) {
    if (column_list_[at].contact == contact && column_list_[at].local == 0) {
      return solution_[at];
    }
  }
  return 0.0;
}

/// Spreads the solution over θ, φ, λ and the velocity: (27), (29), (30).
void ContactBasis::take_solution(const Source & source, Eigen::VectorXd & values)
{
  std::fill(theta_.begin(), theta_.end(), 0.0);
  std::fill(phi_sum_.begin(), phi_sum_.end(), 0.0);
  std::fill(lambda_.begin(), lambda_.end(), 0.0);
  artificial_value_ = artificial_ ? solution_[size_ - 1] : 0.0;
  for (Index at = 0; at < size_ - artificial_; ++at) {
    const Column & column = column_list_[at];
    values[pair(column.contact, column.local)] = solution_[at];
    (column.local == 0 ? theta_ : phi_sum_)[column.contact] += solution_[at];
  }
  for (const int i : involved_) {
    const Elimination & by = elimination_[i];
    if (by.column > 0) {
      const int gamma = pair(i, slip(i));
      const double phi = mu_[i] * theta_[i] - phi_sum_[i] + cover_[gamma] * artificial_value_ +
        known_part(source, gamma);
      values[pair(i, by.column)] = phi;
      phi_sum_[i] += phi;
    }
    if (by.row > 0) {
      const int sigma = pair(i, by.row);
      lambda_[i] = -known_part(source, sigma) - cover_[sigma] * artificial_value_ -
        corner(i, by.row, project(i, velocity_));
      values[pair(i, slip(i))] = lambda_[i];
    }
  }
}

/// The basic w of a contact: (33).
void ContactBasis::evaluate(
  const Source & source, Index contact, Eigen::VectorXd & values) const
{
  const auto finish = [&](int p, double own) {
      if (state_[p] == 1) {
        values[p] = own + source_value(source, p) + cover_[p] * artificial_value_;
      }
    };
  if (!joined_[contact]) {
    finish(pair(contact, 0), project_normal(contact, velocity_));
    return;
  }
  const Eigen::Vector3d u = project(contact, velocity_);
  finish(pair(contact, 0), u[0]);
  for (int j = 1; j <= directions_[contact]; ++j) {
    finish(pair(contact, j), corner(contact, j, u) + lambda_[contact]);
  }
  finish(pair(contact, slip(contact)), mu_[contact] * theta_[contact] - phi_sum_[contact]);
}

void ContactBasis::answer(const Source & source, Eigen::VectorXd & values, double & artificial)
{
  values.resize(pairs());
  start_velocity(source);
  fill_right_side(source);
  solve();
  velocity_.noalias() += spread_.leftCols(size_) * solution_.head(size_);
  if (source.kind == Source::kConstant) {
    refine(source);
  }
  take_solution(source, values);
  for (Index i = 0; i < contacts(); ++i) {
    evaluate(source, i, values);
  }
  artificial = artificial_value_;
  if (source.kind == Source::kConstant) {
    constant_velocity_ = velocity_;
  }
}

void ContactBasis::answer_to_push(
  Index contact, const Eigen::Vector2d & push, Eigen::VectorXd & velocity)
{
  const Source nothing{Source::kRow, -1, false};
  velocity_.setZero(nv_);
  accumulate(contact, {0.0, push[0], push[1]}, velocity_);
  fill_right_side(nothing);
  solve();
  velocity_.noalias() += spread_.leftCols(size_) * solution_.head(size_);
  velocity = velocity_;
}

void ContactBasis::cover_here()
{
  velocity_.setZero(nv_);
  for (Index i = 0; i < contacts(); ++i) {
    Eigen::Vector3d a(state_[pair(i, 0)] == 2, 0.0, 0.0);
    for (int j = 1; joined_[i] && j <= directions_[i]; ++j) {
      if (state_[pair(i, j)] == 2) {
        a.tail<2>() += direction(i, j);
      }
    }
    if (involvement_[i] > 0) {
      accumulate(i, a, velocity_);
    }
  }
  for (Index i = 0; i < contacts(); ++i) {
    const Eigen::Vector3d u = project(i, velocity_);
    const auto set = [&](int local, double row) {
        const int p = pair(i, local);
        cover_[p] = (state_[p] == 1) - row;
        largest_cover_ = std::max(largest_cover_, std::abs(cover_[p]));
      };
    set(0, u[0]);
    if (!joined_[i]) {
      continue;
    }
    const bool slides = state_[pair(i, slip(i))] == 2;
    double gamma = mu_[i] * (state_[pair(i, 0)] == 2);
    for (int j = 1; j <= directions_[i]; ++j) {
      set(j, corner(i, j, u) + slides);
      gamma -= state_[pair(i, j)] == 2;
    }
    set(slip(i), gamma);
  }
}

void ContactBasis::impulses(const Eigen::VectorXd & values, Eigen::VectorXd & lambda) const
{
  lambda.setZero(3 * contacts());
  for (Index i = 0; i < contacts(); ++i) {
    if (involvement_[i] == 0) {
      continue;
    }
    const double unit = scale_ / unit_[i];
    if (state_[pair(i, 0)] == 2) {
      lambda[3 * i] = unit * std::max(0.0, values[pair(i, 0)]);
    }
    for (int j = 1; joined_[i] && j <= directions_[i]; ++j) {
      if (state_[pair(i, j)] == 2) {
        lambda.segment<2>(3 * i + 1) +=
          unit * std::max(0.0, values[pair(i, j)]) * direction(i, j);
      }
    }
  }
}

// ---- warm start --------------------------------------------------------------------------------

/// The refinement, then contact by contact: 1 for θ, 2 for λ, 4 for each φ that is basic, then the
/// numbers of these φ.
void ContactBasis::save(std::vector<int> & codes) const
{
  codes.assign(1, refinement_);
  for (Index i = 0; i < contacts(); ++i) {
    const std::size_t head = codes.size();
    codes.push_back(state_[pair(i, 0)] == 2);
    if (!joined_[i]) {
      continue;
    }
    codes[head] += 2 * (state_[pair(i, slip(i))] == 2);
    for (int j = 1; j <= directions_[i]; ++j) {
      if (state_[pair(i, j)] == 2) {
        codes[head] += 4;
        codes.push_back(j);
      }
    }
  }
}

bool ContactBasis::restore(const std::vector<int> & codes)
{
  std::size_t at = 1;
  if (saved_refinement(codes) != refinement_) {
    return false;
  }
  for (Index i = 0; i < contacts(); ++i) {
    if (at >= codes.size()) {
      return false;
    }
    const int code = codes[at++];
    if (code == 0) {
      continue;
    }
    const auto make_basic = [&](int local) {
        exchange(2 * pair(i, local), 2 * pair(i, local) + 1);
      };
    if (code & 1) {
      make_basic(0);
    }
    const std::size_t count = code / 4;
    if (!can_join(i)) {
      if (code > 1) {
        return false;
      }
      continue;
    }
    join(i, 1.0);
    if (code & 2) {
      make_basic(slip(i));
    }
    if (codes.size() - at < count) {
      return false;
    }
    for (const std::size_t end = at + count; at < end; ++at) {
      if (codes[at] < 1 || codes[at] > directions_[i]) {
        return false;
      }
      make_basic(codes[at]);
    }
  }
  return at == codes.size();
}

}  // namespace contact_sim
