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
#include <cstring>
#include <utility>

namespace contact_sim
{

namespace
{

using Index = Eigen::Index;

/// A fixed pseudo-random number for each variable (splitmix64).
std::uint64_t key(ContactBasis::Variable variable)
{
  std::uint64_t x = (static_cast<std::uint64_t>(variable) + 2) * 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// The power of two next below: scaling with it rounds nothing.
double power_of_two(double x)
{
  return std::ldexp(1.0, std::ilogb(x));
}

/// The exponent of the power of two next below the root of x > 0.
int half_exponent(double x)
{
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof(bits));
  return (static_cast<int>(bits >> 52) + 1) / 2 - 512;  // the bias of 1023 is odd
}

/// 2^exponent, where that is a normal number.
double two_to(int exponent)
{
  const std::uint64_t bits = static_cast<std::uint64_t>(exponent + 1023) << 52;
  double result;
  std::memcpy(&result, &bits, sizeof(result));
  return result;
}

double largest_square(const ContactProblem & problem, Index i)
{
  const auto columns = problem.columns(i);
  const double * n = columns.data();
  const double * t1 = n + columns.outerStride();
  const double * t2 = t1 + columns.outerStride();
  double squares[3] = {0.0, 0.0, 0.0};
  for (Index k = 0; k < columns.rows(); ++k) {
    squares[0] += n[k] * n[k];
    squares[1] += t1[k] * t1[k];
    squares[2] += t2[k] * t2[k];
  }
  return std::max(squares[0], std::max(squares[1], squares[2]));
}

}  // namespace

// ---- the problem -------------------------------------------------------------------------------

void ContactBasis::load(const ContactProblem & problem, int refinement)
{
  nv_ = problem.degrees_of_freedom();
  refinement_ = refinement;
  load_contacts(problem);
  choose_scale(problem);
  start_at_zero();
  make_room();
}

void ContactBasis::load_contacts(const ContactProblem & problem)
{
  const Index nc = problem.size();
  for (std::vector<double> * list : {&unit_, &mu_, &angle_, &zoom_}) {
    list->resize(nc);
  }
  directions_.resize(nc);
  bias_.resize(nc);
  columns_.load(problem);
  int stride = 1;
  for (Index i = 0; i < nc; ++i) {
    const ContactData & data = problem.data(i);
    const bool frictional = problem.is_frictional(i);
    const int exponent = half_exponent(largest_square(problem, i));
    columns_.fill(problem, i, two_to(-exponent));
    unit_[i] = two_to(exponent);
    mu_[i] = frictional ? data.mu : 0.0;
    directions_[i] = frictional ? refinement_ * data.directions : 0;
    angle_[i] = data.angle;
    zoom_[i] = 0.0;
    bias_[i] << data.gap_rate, data.tangential_rate[0], data.tangential_rate[1];
    bias_[i] *= two_to(-exponent);
    stride = std::max(stride, frictional ? directions_[i] + 2 : 1);
  }
  if (stride != stride_) {
    corners_.clear();
  }
  stride_ = stride;
}

/// One scale for all: the largest velocity without impulses is then between 1 and 2.
void ContactBasis::choose_scale(const ContactProblem & problem)
{
  double largest = 0.0;
  for (Index i = 0; i < contacts(); ++i) {
    const Eigen::Vector3d u = columns_.project(i, problem.k()) + bias_[i];
    largest = std::max(largest, u.cwiseAbs().maxCoeff());
  }
  scale_ = largest > 0.0 ? power_of_two(largest) : 1.0;
  const double inverse = 1.0 / scale_;
  k_ = inverse * problem.k();
  for (Eigen::Vector3d & bias : bias_) {
    bias *= inverse;
  }
}

void ContactBasis::start_at_zero()
{
  const std::size_t all = contacts() * stride_;
  state_.assign(all, 1);
  cover_.assign(all, 1.0);
  is_slot_.assign(all, 0);
  slots_.clear();
  joined_.assign(contacts(), 0);
  involvement_.assign(contacts(), 0);
  artificial_ = false;
  hash_ = kHashOfZero;
  cover_choice_ = 0;
  largest_cover_ = 2.0;
  friction_ = true;
  update_count_ = 0;
}

void ContactBasis::make_room()
{
  const Index nc = contacts();
  const Index most = nv_ + 4;
  elimination_.assign(nc, {});
  involved_.clear();
  table_.resize(nc * stride_);
  corners_.resize(nc);
  for (std::vector<double> * list : {&theta_, &phi_sum_, &lambda_}) {
    list->resize(nc);
  }
  matrix_.resize(most, most);
  spread_.resize(nv_, most);
  for (Eigen::VectorXd * vector : {&velocity_, &spread_artificial_}) {
    vector->resize(nv_);
  }
  for (std::vector<Index> * list : {&dof_head_, &dof_tail_}) {
    list->resize(nv_);
  }
  for (std::vector<Index> * list : {&head_, &tail_, &bottom_}) {
    list->resize(most + 1);
  }
  permutation_.resize(most);
  for (Eigen::VectorXd * vector : {&right_, &solution_, &correction_, &inverse_pivot_}) {
    vector->resize(most);
  }
}

// ---- the basis ---------------------------------------------------------------------------------

/// From the first corner, in (-π, π]. Zoomed, the offsets grow geometrically up to 120°.
double ContactBasis::corner_offset(Index contact, int j) const
{
  const int half = directions_[contact] / 2;
  const int step = j - 1 <= half ? j - 1 : j - 1 - 2 * half;
  const double even = M_PI * step / half;
  if (zoom_[contact] == 0.0 || step == 0 || step == half || half < 3) {
    return even;
  }
  const double power = (std::abs(step) - 1.0) / (half - 2.0);
  const double offset = zoom_[contact] * std::pow(2.0 * M_PI / 3.0 / zoom_[contact], power);
  return step > 0 ? offset : -offset;
}

/// A polygon that is where it was in the last problem is not computed again.
void ContactBasis::set_directions(Index contact)
{
  const int d = directions_[contact];
  Corners & known = corners_[contact];
  if (known.directions == d && known.angle == angle_[contact] && known.zoom == zoom_[contact]) {
    return;
  }
  known = {d, angle_[contact], zoom_[contact]};
  if (zoom_[contact] > 0.0) {
    for (int j = 1; j <= d; ++j) {
      const double angle = angle_[contact] + corner_offset(contact, j);
      table_[contact * stride_ + j] = {std::cos(angle), std::sin(angle)};
    }
    return;
  }
  if (static_cast<int>(turns_.size()) != d) {
    turns_.resize(d);
    for (int j = 0; j < d; ++j) {
      turns_[j] = {std::cos(2.0 * M_PI * j / d), std::sin(2.0 * M_PI * j / d)};
    }
  }
  const Vector2 first(std::cos(angle_[contact]), std::sin(angle_[contact]));
  for (int j = 0; j < d; ++j) {
    table_[contact * stride_ + j + 1] = {
      first[0] * turns_[j][0] - first[1] * turns_[j][1],
      first[1] * turns_[j][0] + first[0] * turns_[j][1]};
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

void ContactBasis::turn_to(Index contact, double angle, bool straight)
{
  set_angle(contact, angle);
  const int d = directions_[contact];
  int count = 0;
  for (int j = 1; j <= d; ++j) {
    count += state_[pair(contact, j)] == 2;
  }
  count = straight ? 1 : count;
  for (int j = 1; j <= d; ++j) {
    const int p = pair(contact, j);
    const char wanted = j <= std::min(count, 2) || (j == d && count > 2) ? 2 : 1;
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
  return (columns_.project(contact, constant_velocity_) + bias_[contact]).tail<2>();
}

void ContactBasis::join(Index contact, double cover)
{
  joined_[contact] = 1;
  set_directions(contact);
  const int first = pair(contact, 1);
  const int last = pair(contact, slip(contact));
  std::fill(cover_.begin() + first, cover_.begin() + last, cover);
  cover_[last] = 1.0;
  for (int p = first; cover_choice_ > 0 && p <= last; ++p) {
    cover_[p] *= cover_factor(p);
  }
  largest_cover_ = std::max(largest_cover_, 2.0 * cover);  // no factor is larger
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
  const Eigen::Vector3d u = columns_.project(contact, constant_velocity_) + bias_[contact];
  double largest = 0.0;
  for (int j = 1; j <= directions_[contact]; ++j) {
    const double angle = angle_[contact] + corner_offset(contact, j);
    largest = std::max(largest, -(std::cos(angle) * u[1] + std::sin(angle) * u[2]));
  }
  return largest;
}

void ContactBasis::set_state(int pair, char state)
{
  involvement_[contact_of(pair)] += (state != 1) - (state_[pair] != 1);
  state_[pair] = state;
}

/// exchange() of a w with its z.
void ContactBasis::make_z_basic(Index contact, int local)
{
  const int p = pair(contact, local);
  hash_ = hash_after(2 * p, 2 * p + 1);
  ++involvement_[contact];
  state_[p] = 2;
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

// ---- warm start --------------------------------------------------------------------------------

namespace
{

// A code: bit 0 for θ, bit 1 for λ, four bits for the refinement's logarithm, then 14 bits for each
// φ that is basic, at most four: (n, t₁, t₂) and γ leave room for no more.
constexpr int kFirstDirection = 6;
constexpr int kDirectionBits = 14;
constexpr int kMostDirections = 4;
constexpr std::uint64_t kDirectionMask = (1u << kDirectionBits) - 1;

int refinement_of(std::uint64_t code)
{
  return 1 << ((code >> 2) & 15u);
}

std::uint64_t refinement_bits(int refinement)
{
  std::uint64_t bits = 0;
  for (; refinement > 1; refinement /= 2) {
    ++bits;
  }
  return bits << 2;
}

}  // namespace

int ContactBasis::saved_refinement(const std::vector<std::uint64_t> & codes)
{
  int largest = 1;
  for (const std::uint64_t code : codes) {
    largest = std::max(largest, refinement_of(code));
  }
  return largest;
}

void ContactBasis::save(std::vector<std::uint64_t> & codes) const
{
  codes.assign(contacts(), 0);
  for (Index i = 0; i < contacts(); ++i) {
    if (involvement_[i] == 0) {
      continue;
    }
    std::uint64_t code = state_[pair(i, 0)] == 2;
    int at = 0;
    for (int j = 1; joined_[i] && j <= directions_[i]; ++j) {
      if (state_[pair(i, j)] == 2 && at < kMostDirections) {
        code |= static_cast<std::uint64_t>(j) << (kFirstDirection + kDirectionBits * at++);
      }
    }
    code |= slides(i) ? 2u : 0u;
    codes[i] = code | refinement_bits(refinement_);
  }
}

bool ContactBasis::restore(const std::vector<std::uint64_t> & codes)
{
  if (static_cast<Index>(codes.size()) != contacts()) {
    return false;
  }
  for (Index i = 0; i < contacts(); ++i) {
    const std::uint64_t code = codes[i];
    if (code == 0) {
      continue;
    }
    if (code & 1u) {
      make_z_basic(i, 0);
    }
    if (!can_join(i)) {
      continue;
    }
    join(i, 1.0);
    if (code & 2u) {
      make_z_basic(i, slip(i));
    }
    const int finer = refinement_ / refinement_of(code);
    for (int at = 0; at < kMostDirections; ++at) {
      const std::uint64_t j = (code >> (kFirstDirection + kDirectionBits * at)) & kDirectionMask;
      if (j == 0) {
        break;
      }
      const int local = finer * (static_cast<int>(j) - 1) + 1;
      if (finer < 1 || local > directions_[i] || state_[pair(i, local)] == 2) {
        return false;
      }
      make_z_basic(i, local);
    }
  }
  return true;
}

}  // namespace contact_sim
