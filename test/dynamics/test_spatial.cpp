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


#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <limits>
#include <string>

#include "contact_sim/dynamics/spatial.hpp"
#include "support/random_trees.hpp"

namespace contact_sim
{

using Eigen::Matrix3d;
using Eigen::Vector3d;
using testing::Random;

namespace
{

// Numbers are of order 1 and pass through some ten operations: 1e-13 is hundreds of roundings.
constexpr double kRounding = 1e-13;

Vector6d random_six(Random & random)
{
  return testing::random_vector(random, 6);
}

std::string reason(double mass, const Vector3d & moments)
{
  return SpatialInertia{mass, Vector3d::Zero(), moments.asDiagonal()}.impossible_because();
}

bool contains(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST(Spatial, transforms_of_motion_and_force_keep_the_power)
{
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const Eigen::Isometry3d pose = testing::random_pose(random);
    const Vector6d v = random_six(random), f = random_six(random);
    EXPECT_NEAR(v.dot(f), (motion_transform(pose) * v).dot(force_transform(pose) * f), kRounding);
  }
}

TEST(Spatial, a_motion_in_another_frame_moves_a_point_alike)
{
  Random random(2);
  const Eigen::Isometry3d pose = testing::random_pose(random);
  const Vector6d v = random_six(random), w = motion_transform(pose) * v;
  const Vector3d p = testing::random_vector(random, 3);
  const Vector3d in_b = v.tail<3>() + v.head<3>().cross(p);
  const Vector3d in_a = w.tail<3>() + w.head<3>().cross(pose * p);
  EXPECT_LT((pose.linear() * in_b - in_a).norm(), kRounding);
}

TEST(Spatial, cross_products_are_the_rates_of_the_transforms)
{
  // d/dt of the transform by exp(t v) at t = 0, by central differences: error t²/6 · |v|³ ≈ 2e-9.
  Random random(3);
  const double t = 1e-4;
  const Vector6d v = random_six(random), m = random_six(random), f = random_six(random);
  const auto pose = [&](double time) {
      Eigen::Isometry3d result = Eigen::Isometry3d::Identity();
      result.linear() = exp_rotation(time * v.head<3>()).toRotationMatrix();
      result.translation() = time * v.tail<3>();
      return result;
    };
  const Vector6d rate_m = (motion_transform(pose(t)) - motion_transform(pose(-t))) * m / (2 * t);
  const Vector6d rate_f = (force_transform(pose(t)) - force_transform(pose(-t))) * f / (2 * t);
  EXPECT_LT((rate_m - cross_motion(v, m)).norm(), 1e-7);
  EXPECT_LT((rate_f - cross_force(v, f)).norm(), 1e-7);
}

TEST(Spatial, rotation_vectors_and_quaternions_are_inverse)
{
  Random random(4);
  for (const double size : {0.0, 1e-12, 1e-5, 1e-4, 3e-4, 0.1, 1.0, 3.0, 3.141}) {
    const Vector3d r = size * testing::random_direction(random);
    const Eigen::Quaterniond turn = exp_rotation(r);
    EXPECT_NEAR(turn.norm(), 1.0, kRounding);
    const Matrix3d expected =
      Eigen::AngleAxisd(size, size > 0.0 ? r / size : Vector3d::UnitX().eval()).matrix();
    EXPECT_LT((turn.toRotationMatrix() - expected).norm(), kRounding);
    EXPECT_LT((log_rotation(turn) - r).norm(), kRounding) << size;
    const Eigen::Quaterniond other(-turn.coeffs());
    EXPECT_LT((log_rotation(other) - r).norm(), kRounding) << size;
  }
}

TEST(SpatialInertia, seen_from_another_frame_has_the_same_energy)
{
  Random random(5);
  for (int i = 0; i < 100; ++i) {
    const SpatialInertia inertia = testing::random_inertia(random);
    const Eigen::Isometry3d pose = testing::random_pose(random);
    const Vector6d v = random_six(random), w = motion_transform(pose) * v;
    const double energy = inertia.kinetic_energy(v);
    EXPECT_NEAR(inertia.transformed(pose).kinetic_energy(w), energy, kRounding * (1.0 + energy));
    EXPECT_NEAR(0.5 * v.dot(inertia.matrix() * v), energy, kRounding * (1.0 + energy));
  }
}

TEST(SpatialInertia, of_two_bodies_together_is_the_sum_of_the_matrices)
{
  Random random(6);
  for (int i = 0; i < 100; ++i) {
    const SpatialInertia a = testing::random_inertia(random), b = testing::random_inertia(random);
    const Matrix6d sum = a.matrix() + b.matrix();
    EXPECT_LT(((a + b).matrix() - sum).norm(), kRounding * sum.norm());
  }
  const SpatialInertia a = testing::random_inertia(random);
  EXPECT_EQ((a + SpatialInertia{}).matrix(), a.matrix());
  EXPECT_TRUE((SpatialInertia{} + SpatialInertia{}).is_massless());
}

TEST(SpatialInertia, of_simple_bodies_is_as_in_the_tables)
{
  EXPECT_TRUE(
    box_inertia(12.0, {1.0, 2.0, 3.0}).rotational.diagonal().isApprox(Vector3d(13.0, 10.0, 5.0)));
  EXPECT_TRUE(
    sphere_inertia(5.0, 2.0).rotational.diagonal().isApprox(Vector3d(8.0, 8.0, 8.0)));
  EXPECT_TRUE(
    cylinder_inertia(12.0, 1.0, 3.0).rotational.diagonal().isApprox(Vector3d(12.0, 12.0, 6.0)));
}

TEST(SpatialInertia, that_no_body_has_is_told_with_the_reason)
{
  EXPECT_EQ(reason(1.0, {1.0, 2.0, 2.5}), "");
  EXPECT_EQ(reason(0.0, {0.0, 0.0, 0.0}), "");
  EXPECT_TRUE(contains(reason(-1.0, {1.0, 1.0, 1.0}), "mass is -1"));
  EXPECT_TRUE(contains(reason(0.0, {1.0, 1.0, 1.0}), "mass is 0"));
  EXPECT_TRUE(contains(reason(1.0, {1.0, 0.0, 1.0}), "have to be positive"));
  EXPECT_TRUE(contains(reason(1.0, {1.0, -1.0, 1.0}), "have to be positive"));
  EXPECT_TRUE(contains(reason(1.0, {1.0, 1.0, 2.1}), "larger than the sum"));
  EXPECT_TRUE(contains(reason(1.0, {1.0, 1.0, std::nan("")}), "not a number"));
  EXPECT_TRUE(contains(reason(std::nan(""), {1.0, 1.0, 1.0}), "not a number"));
  EXPECT_TRUE(contains(reason(1e300, {1.0, 1.0, 1.0}), "not a number"));
  EXPECT_TRUE(
    contains(reason(1.0, Vector3d::Constant(std::numeric_limits<double>::infinity())), "not a"));
  SpatialInertia skewed = sphere_inertia(1.0, 1.0);
  skewed.rotational(0, 1) = 0.1;
  EXPECT_TRUE(contains(skewed.impossible_because(), "not symmetric"));
}

TEST(SpatialInertia, of_a_plate_written_with_few_digits_passes)
{
  EXPECT_EQ(reason(1.0, {0.333, 0.0833, 0.4165}), "");  // the sum is 0.4163
}

}  // namespace contact_sim
