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

// Which rows and columns the reduced system of a ContactBasis has.

#include "solvers/contact_basis.hpp"

namespace contact_sim
{

using Index = Eigen::Index;

void ContactBasis::find_open(Index contact)
{
  open_.clear();
  const char * state = &state_[pair(contact, 0)];
  const int last = joined_[contact] ? directions_[contact] : 0;
  for (int j = 1; j <= last; ++j) {
    if (state[j] != 1) {
      open_.push_back({j, -1});
    }
  }
}

/// (27) and (30): a basic λ is eliminated by one of the rows σ_j = 0, a row γ = 0 by one of the
/// basic φ_j; the same j where it can serve both.
bool ContactBasis::choose_elimination(Index contact)
{
  Elimination & chosen = elimination_[contact];
  if (!joined_[contact]) {
    return true;
  }
  const char slip_state = state_[pair(contact, slip(contact))];
  for (auto j = open_.rbegin(); j != open_.rend(); ++j) {
    const char state = state_[pair(contact, j->local)];
    if (state == 0 && chosen.row == 0) {
      chosen.row = j->local;
    } else if (state == 2) {
      chosen.row = j->local;
      chosen.column = j->local;
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

/// Keeps a combination of a contact's columns.
ContactBasis::Index ContactBasis::keep_along(Index contact, const Eigen::Vector3d & a)
{
  const Index begin = along_end_;
  along_end_ += columns_.count(contact);
  if (static_cast<Index>(along_.size()) < along_end_) {
    along_.resize(2 * along_end_);
  }
  columns_.combine(contact, a, along_.data() + begin);
  return begin;
}

Eigen::Vector3d ContactBasis::corner_from(Index contact, int local, int kappa) const
{
  const Vector2 d = kappa > 0 ? direction(contact, local) - direction(contact, kappa) :
    direction(contact, local);
  return {0.0, d[0], d[1]};
}

void ContactBasis::collect_columns(Index contact)
{
  const int id = static_cast<int>(contact);
  Elimination & by = elimination_[contact];
  if (state_[pair(contact, 0)] == 2) {
    Eigen::Vector3d a(1.0, 0.0, 0.0);
    if (by.column > 0) {
      a.tail<2>() = mu_[contact] * direction(contact, by.column);
    }
    by.theta = static_cast<int>(column_list_.size());
    column_list_.push_back({id, 0, a, keep_along(contact, a)});
  }
  for (Open & open : open_) {
    if (state_[pair(contact, open.local)] == 2 && open.local != by.column) {
      const Eigen::Vector3d a = corner_from(contact, open.local, by.column);
      open.along = keep_along(contact, a);
      column_list_.push_back({id, open.local, a, open.along});
    }
  }
}

/// Where nothing is eliminated a row is what its column is.
void ContactBasis::collect_rows(Index contact)
{
  const int id = static_cast<int>(contact);
  const Elimination & by = elimination_[contact];
  const auto add = [&](int local, const Eigen::Vector3d & g, Index known) {
      row_list_.push_back({id, local, g, false, known >= 0 ? known : keep_along(contact, g)});
    };
  if (state_[pair(contact, 0)] != 1) {
    const bool is_known = by.theta >= 0 && by.column == 0;
    add(0, {1.0, 0.0, 0.0}, is_known ? column_list_[by.theta].along : -1);
  }
  for (const Open & open : open_) {
    if (open.local != by.row) {
      add(
        open.local, corner_from(contact, open.local, by.row),
        by.row == by.column ? open.along : -1);
    }
  }
  if (joined_[contact] && state_[pair(contact, slip(contact))] != 1 && by.column == 0) {
    row_list_.push_back({id, slip(contact), Eigen::Vector3d::Zero(), true, 0});
  }
}

/// False where λ is basic and no row is there to eliminate it.
bool ContactBasis::collect()
{
  for (const int i : involved_) {
    elimination_[i] = {};
  }
  involved_.clear();
  column_list_.clear();
  row_list_.clear();
  along_end_ = 0;
  for (Index i = 0; i < contacts(); ++i) {
    if (involvement_[i] == 0) {
      continue;
    }
    involved_.push_back(static_cast<int>(i));
    find_open(i);
    if (!choose_elimination(i)) {
      return false;
    }
    collect_columns(i);
    collect_rows(i);
  }
  if (artificial_) {
    column_list_.push_back({kArtificial, 0, Eigen::Vector3d::Zero(), 0});
  }
  return true;
}

}  // namespace contact_sim
