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

#include "contact_sim/contact/islands.hpp"

#include <algorithm>

namespace contact_sim
{

using Index = Eigen::Index;

/// By counting: first how many contacts touch each degree of freedom, then which.
void Islands::list_contacts_by_dof(const ContactProblem & problem)
{
  begin_.assign(problem.degrees_of_freedom() + 1, 0);
  for (Index i = 0; i < problem.size(); ++i) {
    for (Index at = 0; at < problem.dof_count(i); ++at) {
      ++begin_[problem.dofs(i)[at]];
    }
  }
  int sum = 0;
  for (int & entry : begin_) {
    sum += entry;
    entry = sum;
  }
  contacts_.resize(sum);
  for (Index i = problem.size() - 1; i >= 0; --i) {
    for (Index at = 0; at < problem.dof_count(i); ++at) {
      contacts_[--begin_[problem.dofs(i)[at]]] = static_cast<int>(i);
    }
  }
}

void Islands::see(int contact)
{
  if (!seen_[contact]) {
    seen_[contact] = 1;
    order_.push_back(contact);
  }
}

/// Appends all contacts that can be reached from one, the nearest first. The sides of a group hang
/// together, whatever they touch.
void Islands::walk(const ContactProblem & problem, int start)
{
  std::size_t at = order_.size();
  see(start);
  for (; at < order_.size(); ++at) {
    const int contact = order_[at];
    for (Index k = 0; k < problem.dof_count(contact); ++k) {
      const int dof = problem.dofs(contact)[k];
      if (seen_dof_[dof]) {
        continue;
      }
      seen_dof_[dof] = 1;
      for (int other = begin_[dof]; other < begin_[dof + 1]; ++other) {
        see(contacts_[other]);
      }
    }
    const int group = problem.group_of(contact);
    for (Index side = 0; group >= 0 && side < problem.group_size(group); ++side) {
      see(problem.group(group)[side]);
    }
  }
}

void Islands::forget(const ContactProblem & problem, std::size_t begin)
{
  for (std::size_t at = begin; at < order_.size(); ++at) {
    seen_[order_[at]] = 0;
    for (Index k = 0; k < problem.dof_count(order_[at]); ++k) {
      seen_dof_[problem.dofs(order_[at])[k]] = 0;
    }
  }
  order_.resize(begin);
}

/// A first walk finds a contact at the rim, from where the second one goes in narrow layers.
void Islands::find(const ContactProblem & problem)
{
  list_contacts_by_dof(problem);
  order_.clear();
  first_.assign(1, 0);
  seen_.assign(problem.size(), 0);
  seen_dof_.assign(problem.degrees_of_freedom(), 0);
  for (Index i = 0; i < problem.size(); ++i) {
    if (seen_[i]) {
      continue;
    }
    const std::size_t begin = order_.size();
    walk(problem, static_cast<int>(i));
    const int rim = order_.back();
    forget(problem, begin);
    walk(problem, rim);
    first_.push_back(static_cast<Index>(order_.size()));
  }
}

void Islands::extract_groups(
  const ContactProblem & problem, Index island, ContactProblem & part)
{
  if (problem.group_count() == 0) {
    return;
  }
  part.set_nonconvex_law(problem.nonconvex_law());
  place_.resize(problem.size());
  for (Index at = first_[island]; at < first_[island + 1]; ++at) {
    place_[order_[at]] = static_cast<int>(at - first_[island]);
  }
  for (Index at = first_[island]; at < first_[island + 1]; ++at) {
    const int group = problem.group_of(order_[at]);
    if (group < 0 || problem.group(group)[0] != order_[at]) {
      continue;
    }
    sides_.clear();
    for (Index side = 0; side < problem.group_size(group); ++side) {
      sides_.push_back(place_[problem.group(group)[side]]);
    }
    part.add_group(sides_);
  }
}

void Islands::extract(const ContactProblem & problem, Index island, ContactProblem & part)
{
  touched_.clear();
  number_.resize(problem.degrees_of_freedom(), -1);  // all are -1 between two calls
  for (Index at = first_[island]; at < first_[island + 1]; ++at) {
    for (Index k = 0; k < problem.dof_count(order_[at]); ++k) {
      const int dof = problem.dofs(order_[at])[k];
      if (number_[dof] < 0) {
        number_[dof] = 0;
        touched_.push_back(dof);
      }
    }
  }
  std::sort(touched_.begin(), touched_.end());
  const Index nv = static_cast<Index>(touched_.size());
  part.reset(nv);
  k_.resize(nv);
  for (Index dof = 0; dof < nv; ++dof) {
    number_[touched_[dof]] = static_cast<int>(dof);
    k_[dof] = problem.k()[touched_[dof]];
  }
  part.set_k(k_);
  for (Index at = first_[island]; at < first_[island + 1]; ++at) {
    const int contact = order_[at];
    const Index count = problem.dof_count(contact);
    dofs_.resize(count);
    for (Index row = 0; row < count; ++row) {
      dofs_[row] = number_[problem.dofs(contact)[row]];
    }
    part.add_contact(dofs_, problem.columns(contact), problem.data(contact));
  }
  extract_groups(problem, island, part);
  part.set_is_island(true);
  for (const int dof : touched_) {
    number_[dof] = -1;
  }
}

}  // namespace contact_sim
