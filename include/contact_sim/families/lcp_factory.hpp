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

#ifndef CONTACT_SIM__FAMILIES__LCP_FACTORY_HPP_
#define CONTACT_SIM__FAMILIES__LCP_FACTORY_HPP_

#include <Eigen/Core>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "contact_sim/lcp/lcp_problem.hpp"

namespace contact_sim::families
{

using Random = std::mt19937_64;

/// A problem and what is known of it because it was made so.
struct LcpCase
{
  std::string family;
  LcpProblem problem;
  bool solvable{true};
  bool semidefinite{true};  ///< symmetric positive semi-definite M
};

/// How a variable is in the solution that a problem is made around.
enum class Role {kActive, kInactive, kDegenerate};

double uniform(Random & random, double low, double high);
Eigen::VectorXd random_vector(Random & random, Eigen::Index n);
Eigen::MatrixXd random_matrix(Random & random, Eigen::Index rows, Eigen::Index columns);

/// Symmetric positive definite, condition number of order n.
Eigen::MatrixXd random_spd(Random & random, Eigen::Index n);

/// Chooses z >= 0, w >= 0 with zᵀw = 0 for the roles, and q = w - M z.
LcpProblem around_solution(Random & random, Eigen::MatrixXd M, const std::vector<Role> & roles);

/// The first half active, the rest inactive, in random order.
std::vector<Role> half_active(Random & random, Eigen::Index n);

/// M = J Jᵀ and q = J k: the frictionless contact problem of an object with the given normals. It
/// always has a solution, whatever the rank of J.
LcpProblem frictionless(const Eigen::MatrixXd & J, const Eigen::VectorXd & k);

/// The frictional contact LCP of the papers' GUIDE, with unit mass matrix: normals and tangents as
/// rows of Jn (nc x nv) and Jt (2 nc x nv), d friction directions a contact.
LcpProblem frictional(
  const Eigen::MatrixXd & Jn, const Eigen::MatrixXd & Jt, const Eigen::VectorXd & k,
  const Eigen::VectorXd & mu, int d);

/// A unit cube that touches walls at `contacts` random points of `faces` of its faces, with a
/// random velocity: frictional, and the more redundant the more contacts there are on a face.
LcpProblem cube_between_walls(Random & random, int contacts, int faces, int d);

/// Murty's worst case for Lemke's algorithm: 2ⁿ pivots, z = (2ⁿ, 0, …).
LcpProblem murty(int n);

/// Every family once, with problems of about n variables.
std::vector<LcpCase> all_families(Random & random, Eigen::Index n);

}  // namespace contact_sim::families

#endif  // CONTACT_SIM__FAMILIES__LCP_FACTORY_HPP_
