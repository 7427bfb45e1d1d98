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

/// A fixed pseudo-random number for each variable (splitmix64).
std::uint64_t key(ContactBasis::Variable variable)
{
  std::uint64_t x = (static_cast<std::uint64_t>(variable) + 2) * 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

}  // namespace

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
  const int first = pair(contact, 0);
  const char * state = &state_[first];
  const int last = joined_[contact] ? directions_[contact] : 0;
  for (int j = 1; j <= last; ++j) {
    if (state[j] == 2) {
      force += values.data()[first + j] * table_[first + j];
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
  is_saved_ = false;
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
  is_saved_ = false;
}

double ContactBasis::deficit(Index contact)
{
  set_directions(contact);
  const Eigen::Vector3d u = columns_.project(contact, constant_velocity_) + bias_[contact];
  double largest = 0.0;
  for (int j = 1; j <= directions_[contact]; ++j) {
    largest = std::max(largest, -corner(contact, j, u));
  }
  return largest;
}

void ContactBasis::set_state(int pair, char state)
{
  involvement_[contact_of(pair)] += (state != 1) - (state_[pair] != 1);
  state_[pair] = state;
}

/// exchange() of a w with its z, but for the hash.
void ContactBasis::make_z_basic(Index contact, int local)
{
  ++involvement_[contact];
  state_[pair(contact, local)] = 2;
}

void ContactBasis::find_hash()
{
  hash_ = artificial_ ? key(kArtificial) : kHashOfZero;
  for_each_pair(
    [this](int p) {
      if (state_[p] != 1) {
        hash_ ^= key(2 * p) ^ (state_[p] == 2 ? key(2 * p + 1) : 0);
      }
    });
}

std::uint64_t ContactBasis::hash_after(Variable leaving, Variable entering) const
{
  return hash_ ^ key(leaving) ^ key(entering);
}

void ContactBasis::exchange(Variable leaving, Variable entering)
{
  hash_ = hash_after(leaving, entering);
  is_collected_ = false;
  is_saved_ = false;
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

/// How many z are basic.
int involvement_of(std::uint64_t code)
{
  int count = static_cast<int>((code & 1u) + ((code >> 1) & 1u));
  for (code >>= kFirstDirection; code != 0; code >>= kDirectionBits) {
    ++count;
  }
  return count;
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

std::uint64_t ContactBasis::code_of(Index contact) const
{
  std::uint64_t code = state_[pair(contact, 0)] == 2;
  int at = 0;
  for (int j = 1; joined_[contact] && j <= directions_[contact]; ++j) {
    if (state_[pair(contact, j)] == 2 && at < kMostDirections) {
      code |= static_cast<std::uint64_t>(j) << (kFirstDirection + kDirectionBits * at++);
    }
  }
  code |= slides(contact) ? 2u : 0u;
  return code | refinement_bits(refinement_);
}

void ContactBasis::save(std::vector<std::uint64_t> & codes)
{
  if (!is_saved_) {
    codes_.assign(contacts(), 0);
    is_saved_ = friction_ && !artificial_ && is_collected_;
    for (Index i = 0; i < contacts(); ++i) {
      if (involvement_[i] > 0) {
        codes_[i] = code_of(i);
        // More φ than a code has room for, or a pair without a basic variable, are not restored.
        is_saved_ = is_saved_ && involvement_[i] == involvement_of(codes_[i]);
      }
      is_saved_ = is_saved_ && joined_[i] == (involvement_[i] > 0 && mu_[i] > 0.0);
    }
  }
  codes = codes_;
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
    joined_[i] = 1;  // its cover is what load() made it
    set_directions(i);
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
