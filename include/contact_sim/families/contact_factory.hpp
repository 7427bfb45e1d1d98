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

#ifndef CONTACT_SIM__FAMILIES__CONTACT_FACTORY_HPP_
#define CONTACT_SIM__FAMILIES__CONTACT_FACTORY_HPP_

#include <Eigen/Core>

#include <string>
#include <vector>

#include "contact_sim/contact/contact_problem.hpp"
#include "contact_sim/families/lcp_factory.hpp"

namespace contact_sim::families
{

using Vector6d = Eigen::Matrix<double, 6, 1>;

constexpr int kWorld = -1;
constexpr double kGravity = 9.81;  ///< [m/s²]

/// A free rigid body, in the axes of the world. Velocity and wrench: linear, then angular, at the
/// centre of mass.
struct Body
{
  double mass{1.0};                                       ///< [kg]
  Eigen::Matrix3d inertia{Eigen::Matrix3d::Identity()};   ///< about the centre [kg m²]
  Eigen::Vector3d position{Eigen::Vector3d::Zero()};      ///< [m]
  Vector6d velocity{Vector6d::Zero()};                    ///< [m/s, rad/s]
  Vector6d wrench{Vector6d::Zero()};                      ///< [N, N m]
};

/// Body a touches body b, or the world. The normal has length one and points from b to a.
struct PointContact
{
  int a{0};
  int b{kWorld};
  Eigen::Vector3d point{Eigen::Vector3d::Zero()};    ///< [m]
  Eigen::Vector3d normal{Eigen::Vector3d::UnitZ()};
  double mu{0.25};
  double gap{0.0};                                   ///< [m]
};

/// A rectangle of contact points: its centre and the vectors to the middle of two sides.
struct Face
{
  Eigen::Vector3d centre;
  Eigen::Vector3d u;
  Eigen::Vector3d v;
  Eigen::Vector3d normal;
};

/// Free rigid bodies in contact. In problem() a contact touches the 6 or 12 degrees of freedom of
/// its moving bodies, with M = G Gᵀ, G the Cholesky factor of each body's mass matrix.
struct Bodies
{
  std::vector<Body> bodies;
  std::vector<PointContact> contacts;
  double h{0.01};     ///< time step [s]
  int directions{8};  ///< d

  void add_block(double mass, const Eigen::Vector3d & size, const Eigen::Vector3d & position);
  void add_ball(double mass, double radius, const Eigen::Vector3d & position);

  /// A grid of points where `count` is a square (4: the corners), else a ring. The friction is
  /// drawn from Lloyd's range, 0.2 to 0.3.
  void add_face(Random & random, int a, int b, const Face & face, int count);

  /// Adds its weight to every body.
  void add_gravity();

  ContactProblem problem() const;
};

/// A contact problem and where it comes from.
struct ContactCase
{
  std::string family;
  ContactProblem problem;
};

/// Lloyd's first experiment: a peg in a hole under a random wrench, half of the contacts around the
/// hole's top and half around its bottom.
ContactProblem peg_in_hole(Random & random, int contacts);

/// Lloyd's second experiment: one body at rest in ten situations of 1 to 16 contacts, under gravity
/// and a random wrench.
std::vector<ContactCase> single_body_situations(Random & random);

/// Lloyd's third experiment: a stack on the ground, with a random wrench on its top block.
ContactProblem stack(Random & random, int blocks, int contacts_a_face = 4);

/// A wall in running bond, rows of ten: a brick rests on two, with four points on each.
ContactProblem wall(Random & random, int bricks = 100);

/// A block on a plane, its face given by many points, under gravity and a random wrench.
ContactProblem face_contact(Random & random, int points);

/// A cube with a random velocity that touches walls at random points of up to six of its faces.
Bodies cube_between_walls(Random & random, int contacts, int faces);

/// `heavy_first`: the lowest block is the heavy one.
ContactProblem uneven_stack(Random & random, int blocks, double mass_ratio, bool heavy_first);

/// Random columns on `touched` random rows of nv: coupled as the links of a robot are.
ContactProblem random_factors(Random & random, int contacts, int nv, int touched);

/// Another k, such that the given impulses and x = k + Σ Â_j λ_j belong together.
void set_solution(
  ContactProblem & problem, const Eigen::VectorXd & impulses, const Eigen::VectorXd & x);

/// Every family once, with about `contacts` contacts where a family has a choice. All have a
/// solution: the gaps are not negative, or all normals are on one side.
std::vector<ContactCase> all_contact_families(Random & random, int contacts);

/// One problem of a random family. Most are small; one in fifty has `largest` contacts.
ContactCase random_contact_case(Random & random, int largest = 100);

}  // namespace contact_sim::families

#endif  // CONTACT_SIM__FAMILIES__CONTACT_FACTORY_HPP_
