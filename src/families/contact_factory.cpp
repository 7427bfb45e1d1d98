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

#include "contact_sim/families/contact_factory.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace contact_sim::families
{

using Eigen::Vector3d;
using Index = Eigen::Index;

namespace
{

constexpr double kSide = 0.1;  ///< of a block [m]

/// Forces of the order of a weight, torques of that on a lever of a block.
Vector6d random_wrench(Random & random, double weight)
{
  Vector6d wrench = weight * random_vector(random, 6);
  wrench.tail<3>() *= kSide;
  return wrench;
}

/// Two unit vectors that make a right-handed frame with the normal; along the axes where it is.
Eigen::Matrix3d frame(const Vector3d & normal)
{
  Index least = 0;
  normal.cwiseAbs().minCoeff(&least);
  Eigen::Matrix3d result;
  result.col(0) = normal;
  result.col(1) = Vector3d::Unit(least).cross(normal).normalized();
  result.col(2) = normal.cross(result.col(1));
  return result;
}

/// G⁻¹ x for one body.
Eigen::MatrixXd divide(const Body & body, const Eigen::MatrixXd & x)
{
  Eigen::MatrixXd result(6, x.cols());
  result.topRows<3>() = x.topRows<3>() / std::sqrt(body.mass);
  result.bottomRows<3>() = body.inertia.llt().matrixL().solve(x.bottomRows<3>());
  return result;
}

/// Gᵀ v + h G⁻¹ f for one body.
Vector6d k_of(const Body & body, double h)
{
  Vector6d k = h * divide(body, body.wrench);
  k.head<3>() += std::sqrt(body.mass) * body.velocity.head<3>();
  k.tail<3>() += body.inertia.llt().matrixU() * body.velocity.tail<3>();
  return k;
}

/// The columns of a contact on one of its bodies.
Eigen::MatrixXd columns_of(const Body & body, const Vector3d & point, const Eigen::Matrix3d & axes)
{
  Eigen::MatrixXd wrenches(6, 3);
  wrenches.topRows<3>() = axes;
  for (int i = 0; i < 3; ++i) {
    wrenches.col(i).tail<3>() = (point - body.position).cross(axes.col(i));
  }
  return divide(body, wrenches);
}

double lloyds_friction(Random & random)
{
  return uniform(random, 0.2, 0.3);
}

/// `count` points on [-1, 1]²: a grid where it is a square from 4 on, else a ring.
std::vector<Eigen::Vector2d> face_points(int count)
{
  const int side = static_cast<int>(std::lround(std::sqrt(count)));
  std::vector<Eigen::Vector2d> points;
  for (int i = 0; i < count; ++i) {
    if (side > 1 && side * side == count) {
      points.emplace_back(2.0 * (i % side) / (side - 1) - 1.0, 2.0 * (i / side) / (side - 1) - 1.0);
    } else {
      points.emplace_back(std::cos(2.0 * M_PI * i / count), std::sin(2.0 * M_PI * i / count));
    }
  }
  return points;
}

/// The lower face of a block of the given centre.
Face lower_face(const Vector3d & position, const Vector3d & size = Vector3d::Constant(kSide))
{
  return {position - 0.5 * size[2] * Vector3d::UnitZ(), 0.5 * size[0] * Vector3d::UnitX(),
    0.5 * size[1] * Vector3d::UnitY(), Vector3d::UnitZ()};
}

}  // namespace

void Bodies::add_block(double mass, const Vector3d & size, const Vector3d & position)
{
  Body body;
  body.mass = mass;
  const Vector3d squares = size.cwiseAbs2();
  body.inertia = (mass / 12.0 * (Vector3d::Constant(squares.sum()) - squares)).asDiagonal();
  body.position = position;
  bodies.push_back(body);
}

void Bodies::add_ball(double mass, double radius, const Vector3d & position)
{
  Body body;
  body.mass = mass;
  body.inertia = 0.4 * mass * radius * radius * Eigen::Matrix3d::Identity();
  body.position = position;
  bodies.push_back(body);
}

void Bodies::add_face(Random & random, int a, int b, const Face & face, int count)
{
  for (const Eigen::Vector2d & x : face_points(count)) {
    contacts.push_back(
      {a, b, face.centre + x[0] * face.u + x[1] * face.v, face.normal, lloyds_friction(random)});
  }
}

void Bodies::add_gravity()
{
  for (Body & body : bodies) {
    body.wrench[2] -= kGravity * body.mass;
  }
}

ContactProblem Bodies::problem() const
{
  ContactProblem problem(6 * bodies.size());
  Eigen::VectorXd k(6 * bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    k.segment<6>(6 * i) = k_of(bodies[i], h);
  }
  problem.set_k(k);
  for (const PointContact & contact : contacts) {
    const Eigen::Matrix3d axes = frame(contact.normal);
    std::vector<std::pair<int, double>> sides{{contact.a, 1.0}, {contact.b, -1.0}};
    std::sort(sides.begin(), sides.end());
    std::vector<int> dofs;
    Eigen::MatrixXd columns(0, 3);
    for (const auto & [index, sign] : sides) {
      if (index == kWorld) {
        continue;
      }
      columns.conservativeResize(columns.rows() + 6, 3);
      columns.bottomRows<6>() = sign * columns_of(bodies[index], contact.point, axes);
      for (int i = 0; i < 6; ++i) {
        dofs.push_back(6 * index + i);
      }
    }
    problem.add_contact(dofs, columns, {contact.gap / h, contact.mu, directions});
  }
  return problem;
}

ContactProblem peg_in_hole(Random & random, int contacts)
{
  constexpr double kRadius = 0.02;
  constexpr double kDepth = 0.06;
  Bodies scene;
  scene.add_block(1.0, {2.0 * kRadius, 2.0 * kRadius, 2.0 * kDepth}, Vector3d::Zero());
  scene.bodies[0].wrench = random_wrench(random, 10.0);
  const int top = (contacts + 1) / 2;
  for (int i = 0; i < contacts; ++i) {
    const int count = i < top ? top : contacts - top;
    const double angle = 2.0 * M_PI * (i < top ? i : i - top) / count;
    const Vector3d outward(std::cos(angle), std::sin(angle), 0.0);
    const double height = i < top ? 0.5 * kDepth : -0.5 * kDepth;
    scene.contacts.push_back(
      {0, kWorld, kRadius * outward + height * Vector3d::UnitZ(), -outward,
        lloyds_friction(random)});
  }
  return scene.problem();
}

namespace
{

/// A unit block that touches the world with the given faces, at rest.
Bodies resting_block(Random & random, const std::vector<Face> & faces, int count)
{
  Bodies scene;
  scene.add_block(1.0, Vector3d::Constant(kSide), Vector3d::Zero());
  for (const Face & face : faces) {
    scene.add_face(random, 0, kWorld, face, count);
  }
  return scene;
}

/// The face of a block at the origin that touches a wall with the given normal.
Face touching_face(const Vector3d & normal)
{
  const Eigen::Matrix3d axes = frame(normal);
  return {-0.5 * kSide * normal, 0.5 * kSide * axes.col(1), 0.5 * kSide * axes.col(2), normal};
}

Bodies resting_ball(Random & random, const std::vector<Vector3d> & normals)
{
  Bodies scene;
  scene.add_ball(1.0, 0.5 * kSide, Vector3d::Zero());
  for (const Vector3d & normal : normals) {
    scene.contacts.push_back({0, kWorld, -0.5 * kSide * normal, normal, lloyds_friction(random)});
  }
  return scene;
}

std::vector<Vector3d> rim_normals(int count)
{
  std::vector<Vector3d> normals;
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * M_PI * i / count;
    normals.push_back(Vector3d(std::cos(angle), std::sin(angle), 1.0).normalized());
  }
  return normals;
}

/// Ends as the papers do: gravity and a random wrench, of the order of the weight.
ContactProblem loaded(Random & random, Bodies scene)
{
  scene.add_gravity();
  scene.bodies.back().wrench += random_wrench(random, kGravity * scene.bodies.back().mass);
  return scene.problem();
}

}  // namespace

std::vector<ContactCase> single_body_situations(Random & random)
{
  const Vector3d x = Vector3d::UnitX();
  const Vector3d y = Vector3d::UnitY();
  const Vector3d z = Vector3d::UnitZ();
  const Vector3d left = (z + x).normalized();
  const Vector3d right = (z - x).normalized();
  const Face floor = touching_face(z);
  // The block stands on an edge: its points are half a diagonal below the centre.
  const Face edge{-kSide * M_SQRT1_2 * z, 0.5 * kSide * y, Vector3d::Zero(), z};
  const std::vector<std::pair<std::string, Bodies>> scenes{
    {"ball on plane", resting_ball(random, {z})},
    {"edge on plane", resting_block(random, {edge}, 2)},
    {"ball in corner", resting_ball(random, {x, y, z})},
    {"block on plane", resting_block(random, {floor}, 4)},
    {"hexagon on plane", resting_block(random, {floor}, 6)},
    {"ball in the rim of a hole", resting_ball(random, rim_normals(8))},
    {"block against wall", resting_block(random, {floor, touching_face(x)}, 4)},
    {"block in groove", resting_block(random, {touching_face(left), touching_face(right)}, 5)},
    {"block in corner", resting_block(random, {floor, touching_face(x), touching_face(y)}, 4)},
    {"face on surface", resting_block(random, {floor}, 16)}};
  std::vector<ContactCase> cases;
  for (const auto & [name, scene] : scenes) {
    cases.push_back({name, loaded(random, scene)});
  }
  return cases;
}

namespace
{

Bodies make_stack(
  Random & random, int blocks, int contacts_a_face, const std::function<double(int)> & mass)
{
  Bodies scene;
  for (int i = 0; i < blocks; ++i) {
    const Vector3d position(0.0, 0.0, (i + 0.5) * kSide);
    scene.add_block(mass(i), Vector3d::Constant(kSide), position);
    scene.add_face(random, i, i == 0 ? kWorld : i - 1, lower_face(position), contacts_a_face);
  }
  return scene;
}

}  // namespace

ContactProblem stack(Random & random, int blocks, int contacts_a_face)
{
  return loaded(random, make_stack(random, blocks, contacts_a_face, [](int) {return 1.0;}));
}

ContactProblem uneven_stack(Random & random, int blocks, double mass_ratio, bool heavy_first)
{
  return loaded(
    random, make_stack(
      random, blocks, 4, [&](int i) {
        return i == (heavy_first ? 0 : blocks - 1) ? mass_ratio : 1.0;
      }));
}

ContactProblem wall(Random & random, int bricks)
{
  constexpr int kColumns = 10;
  const Vector3d size(2.0 * kSide, kSide, kSide);
  Bodies scene;
  for (int i = 0; i < bricks; ++i) {
    const int row = i / kColumns;
    const int column = i % kColumns;
    const Vector3d position((column + 0.5 * (row % 2)) * size[0], 0.0, (row + 0.5) * size[2]);
    scene.add_block(1.0, size, position);
    if (row == 0) {
      scene.add_face(random, i, kWorld, lower_face(position, size), 4);
      continue;
    }
    for (const int side : {-1, 1}) {
      const int below = column + (row % 2 == 1 ? (side > 0) : -(side < 0));
      if (below >= 0 && below < kColumns) {
        Face half = lower_face(position, size);
        half.u *= 0.5;
        half.centre += side * half.u;
        scene.add_face(random, i, (row - 1) * kColumns + below, half, 4);
      }
    }
  }
  return loaded(random, scene);
}

ContactProblem face_contact(Random & random, int points)
{
  return loaded(random, resting_block(random, {touching_face(Vector3d::UnitZ())}, points));
}

Bodies cube_between_walls(Random & random, int contacts, int faces)
{
  Bodies scene;
  scene.add_block(1.0, Vector3d::Constant(kSide), Vector3d::Zero());
  scene.bodies[0].velocity = random_vector(random, 6);
  scene.bodies[0].velocity.tail<3>() /= kSide;
  for (int i = 0; i < contacts; ++i) {
    const int face = i % faces;
    const double side = face % 2 == 0 ? 1.0 : -1.0;
    const Face touching = touching_face(side * Vector3d::Unit((face / 2 + 2) % 3));
    const Eigen::Vector2d x = random_vector(random, 2);
    scene.contacts.push_back(
      {0, kWorld, touching.centre + x[0] * touching.u + x[1] * touching.v, touching.normal,
        uniform(random, 0.2, 0.8)});
  }
  return scene;
}

ContactProblem random_factors(Random & random, int contacts, int nv, int touched)
{
  ContactProblem problem(nv);
  problem.set_k(random_vector(random, nv));
  std::vector<int> rows(nv);
  std::iota(rows.begin(), rows.end(), 0);
  for (int i = 0; i < contacts; ++i) {
    std::shuffle(rows.begin(), rows.end(), random);
    std::vector<int> dofs(rows.begin(), rows.begin() + std::min(nv, touched));
    std::sort(dofs.begin(), dofs.end());
    const ContactProblem::Columns columns = random_matrix(random, dofs.size(), 3);
    problem.add_contact(dofs, columns, {0.0, uniform(random, 0.0, 1.0), 8});
  }
  return problem;
}

void set_solution(
  ContactProblem & problem, const Eigen::VectorXd & impulses, const Eigen::VectorXd & x)
{
  Eigen::VectorXd k = x;
  for (Index i = 0; i < problem.size(); ++i) {
    problem.accumulate(i, -impulses.segment<3>(3 * i), k);
  }
  problem.set_k(k);
}

}  // namespace contact_sim::families
