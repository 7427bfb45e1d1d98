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

#ifndef CONTACT_SIM__CONTACT__ISLANDS_HPP_
#define CONTACT_SIM__CONTACT__ISLANDS_HPP_

#include <Eigen/Core>

#include <vector>

#include "contact_sim/contact/contact_problem.hpp"

namespace contact_sim
{

/// The contacts of a problem in parts that share no degree of freedom and no group: each is a
/// problem of its own. Within an island neighbours are near each other (the order of Cuthill and
/// McKee), so that what couples contacts lies near the diagonal.
class Islands
{
public:
  using Index = Eigen::Index;

  void find(const ContactProblem & problem);

  Index count() const {return static_cast<Index>(first_.size()) - 1;}

  /// The contacts of an island are order()[first(island)] … order()[first(island + 1) - 1].
  const std::vector<int> & order() const {return order_;}
  Index first(Index island) const {return first_[island];}

  /// Makes an island a problem of its own, on the degrees of freedom that its contacts touch.
  void extract(const ContactProblem & problem, Index island, ContactProblem & part);

private:
  void list_contacts_by_dof(const ContactProblem & problem);
  void see(int contact);
  void walk(const ContactProblem & problem, int start);
  void forget(const ContactProblem & problem, std::size_t begin);

  void extract_groups(const ContactProblem & problem, Index island, ContactProblem & part);

  std::vector<int> order_;
  std::vector<Index> first_{0};
  std::vector<int> begin_;        ///< of each degree of freedom in contacts_, and the end
  std::vector<int> contacts_;     ///< that touch it
  std::vector<char> seen_;        ///< contacts
  std::vector<char> seen_dof_;
  std::vector<int> number_;       ///< of a degree of freedom in the part
  std::vector<int> dofs_;         ///< of one contact, in the part's numbers
  std::vector<int> touched_;
  std::vector<int> place_;        ///< of a contact in the part
  std::vector<int> sides_;        ///< of a group, in the part's numbers
  ContactProblem::Columns columns_;
  Eigen::VectorXd k_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__CONTACT__ISLANDS_HPP_
