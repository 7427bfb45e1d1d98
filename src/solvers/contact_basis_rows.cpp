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

// Which rows and columns the reduced system of a ContactBasis has: first which, as long as the
// basis is the same, then their numbers.

#include <algorithm>

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

/// Room for a combination of a contact's columns.
ContactBasis::Index ContactBasis::room_along(Index contact)
{
  const Index begin = along_end_;
  along_end_ += columns_.count(contact);
  if (static_cast<Index>(along_.size()) < along_end_) {
    along_.resize(2 * along_end_);
  }
  return begin;
}

void ContactBasis::collect_columns(Index contact)
{
  const int id = static_cast<int>(contact);
  Elimination & by = elimination_[contact];
  if (state_[pair(contact, 0)] == 2) {
    by.theta = static_cast<int>(column_list_.size());
    column_list_.push_back({id, 0, by.column, room_along(contact), Eigen::Vector3d::Zero()});
  }
  for (Open & open : open_) {
    if (state_[pair(contact, open.local)] == 2 && open.local != by.column) {
      open.along = room_along(contact);
      column_list_.push_back({id, open.local, by.column, open.along, Eigen::Vector3d::Zero()});
    }
  }
}

/// Where nothing is eliminated a row is what its column is.
void ContactBasis::collect_rows(Index contact)
{
  const int id = static_cast<int>(contact);
  const Elimination & by = elimination_[contact];
  const auto add = [&](int local, int kappa, Index known) {
      const bool is_own = known < 0;
      const Index along = is_own ? room_along(contact) : known;
      row_list_.push_back(
        {id, local, kappa, false, is_own, along, Eigen::Vector3d::Zero(), 0, 0});
    };
  if (state_[pair(contact, 0)] != 1) {
    const bool is_known = by.theta >= 0 && by.column == 0;
    add(0, 0, is_known ? column_list_[by.theta].along : -1);
  }
  for (const Open & open : open_) {
    if (open.local != by.row) {
      add(open.local, by.row, by.row == by.column ? open.along : -1);
    }
  }
  if (joined_[contact] && state_[pair(contact, slip(contact))] != 1 && by.column == 0) {
    row_list_.push_back(
      {id, slip(contact), 0, true, false, 0, Eigen::Vector3d::Zero(), 0, 0});
  }
}

/// False where λ is basic and no row is there to eliminate it, or the system is not square.
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
    column_list_.push_back({kArtificial, 0, 0, 0, Eigen::Vector3d::Zero()});
  }
  size_ = static_cast<Index>(row_list_.size());
  return column_list_.size() == row_list_.size() && size_ <= matrix_.rows();
}

/// Which columns move each degree of freedom, and so where each row is not zero. Of a body only the
/// first one is looked at.
void ContactBasis::find_extents()
{
  const Index ordinary = size_ - artificial_;
  std::fill(dof_head_.begin(), dof_head_.end(), ordinary);
  std::fill(dof_tail_.begin(), dof_tail_.end(), -1);
  gappy_.clear();
  const bool are_bodies = columns_.are_bodies();
  for (Index column = 0; column < ordinary; ++column) {
    columns_.for_each_run(
      column_list_[column].contact, [&](const ScaledColumns::Run & r, const double *) {
        for (int dof = r.dof; dof < r.dof + (are_bodies ? 1 : r.size); ++dof) {
          if (dof_tail_[dof] < 0) {
            dof_head_[dof] = column;
          } else if (dof_tail_[dof] + 1 < column) {
            gappy_.push_back({dof, are_bodies ? r.size : 1});
          }
          dof_tail_[dof] = column;
        }
      });
  }
  for (std::size_t at = 0; at < row_list_.size(); ++at) {
    const bool is_known = at > 0 && row_list_[at - 1].contact == row_list_[at].contact &&
      !row_list_[at].is_slip;
    if (is_known) {
      row_list_[at].head = row_list_[at - 1].head;
      row_list_[at].tail = row_list_[at - 1].tail;
    } else {
      find_extent(row_list_[at]);
    }
  }
}

void ContactBasis::find_extent(Row & row) const
{
  row.head = size_ - artificial_;
  row.tail = -1;
  if (row.is_slip) {
    const Index theta = elimination_[row.contact].theta;
    row.head = theta >= 0 ? theta : row.head;
    row.tail = theta;
    return;
  }
  const bool are_bodies = columns_.are_bodies();
  columns_.for_each_run(
    row.contact, [&](const ScaledColumns::Run & r, const double *) {
      for (int dof = r.dof; dof < r.dof + (are_bodies ? 1 : r.size); ++dof) {
        row.head = std::min(row.head, dof_head_[dof]);
        row.tail = std::max(row.tail, dof_tail_[dof]);
      }
    });
}

/// d_j, less d_κ where that is eliminated.
Eigen::Vector3d ContactBasis::corner_from(Index contact, int local, int kappa) const
{
  const Vector2 & d = direction(contact, local);
  if (kappa == 0) {
    return {0.0, d[0], d[1]};
  }
  const Vector2 & by = direction(contact, kappa);
  return {0.0, d[0] - by[0], d[1] - by[1]};
}

/// The numbers of what collect() has listed.
void ContactBasis::combine()
{
  const Index ordinary = size_ - artificial_;
  for (Index at = 0; at < ordinary; ++at) {
    Column & column = column_list_[at];
    if (column.local > 0) {
      column.a = corner_from(column.contact, column.local, column.kappa);
    } else {
      column.a = {1.0, 0.0, 0.0};
      if (column.kappa > 0) {
        column.a.tail<2>() = mu_[column.contact] * direction(column.contact, column.kappa);
      }
    }
    columns_.combine(column.contact, column.a, along_.data() + column.along);
  }
  for (Row & row : row_list_) {
    if (!row.is_slip) {
      row.g = row.local > 0 ? corner_from(row.contact, row.local, row.kappa) :
        Eigen::Vector3d(1.0, 0.0, 0.0);
    }
    if (row.is_own) {
      columns_.combine(row.contact, row.g, along_.data() + row.along);
    }
  }
}

}  // namespace contact_sim
