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


#include "contact_sim/dynamics/spatial.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <sstream>
#include <string>

namespace contact_sim
{

namespace
{

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// Beyond this, products of a few numbers may leave the range of a double's precision.
constexpr double kLargest = 1e12;

/// Moments below this part of the largest are the rounding of a zero.
constexpr double kThinnest = 1e-12;

std::string numbers(const Vector3d & v)
{
  std::ostringstream text;
  text << "(" << v.x() << ", " << v.y() << ", " << v.z() << ")";
  return text.str();
}

std::string not_positive(const SpatialInertia & inertia, const Vector3d & moments)
{
  std::ostringstream text;
  if (!(inertia.mass > 0.0)) {
    text << "its mass is " << inertia.mass << " kg, but it has to be positive";
  } else if (!(moments[0] > kThinnest * moments[2])) {
    text << "its principal moments of inertia are " << numbers(moments) <<
      " kg m^2, but all have to be positive";
  } else if (moments[2] > (1.0 + kTriangleTolerance) * (moments[0] + moments[1])) {
    text << "its principal moments of inertia are " << numbers(moments) <<
      " kg m^2, but none can be larger than the sum of the others";
  }
  return text.str();
}

SpatialInertia diagonal_inertia(double mass, const Vector3d & moments)
{
  return {mass, Vector3d::Zero(), moments.asDiagonal()};
}

/// Of a point mass at c: m (c·c 1 - c cᵀ).
Matrix3d point_inertia(double mass, const Vector3d & c)
{
  return mass * (c.squaredNorm() * Matrix3d::Identity() - c * c.transpose());
}

}  // namespace

Matrix3d skew(const Vector3d & v)
{
  Matrix3d matrix;
  matrix << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return matrix;
}

Matrix6d motion_transform(const Eigen::Isometry3d & pose)
{
  Matrix6d transform = Matrix6d::Zero();
  transform.topLeftCorner<3, 3>() = pose.linear();
  transform.bottomRightCorner<3, 3>() = pose.linear();
  transform.bottomLeftCorner<3, 3>() = skew(pose.translation()) * pose.linear();
  return transform;
}

Matrix6d force_transform(const Eigen::Isometry3d & pose)
{
  Matrix6d transform = Matrix6d::Zero();
  transform.topLeftCorner<3, 3>() = pose.linear();
  transform.bottomRightCorner<3, 3>() = pose.linear();
  transform.topRightCorner<3, 3>() = skew(pose.translation()) * pose.linear();
  return transform;
}

Vector6d cross_motion(const Vector6d & v, const Vector6d & m)
{
  const Vector3d omega = v.head<3>(), linear = v.tail<3>();
  const Vector3d m_angular = m.head<3>(), m_linear = m.tail<3>();
  Vector6d result;
  result << omega.cross(m_angular), omega.cross(m_linear) + linear.cross(m_angular);
  return result;
}

Vector6d cross_force(const Vector6d & v, const Vector6d & f)
{
  const Vector3d omega = v.head<3>(), linear = v.tail<3>();
  const Vector3d moment = f.head<3>(), force = f.tail<3>();
  Vector6d result;
  result << omega.cross(moment) + linear.cross(force), omega.cross(force);
  return result;
}

Eigen::Quaterniond exp_rotation(const Vector3d & r)
{
  const double half = 0.5 * r.norm();
  // sin(x)/x; below 1e-4 the next term of the series, x⁴/120, is under the rounding.
  const double ratio = half < 1e-4 ? 1.0 - half * half / 6.0 : std::sin(half) / half;
  const Vector3d part = 0.5 * ratio * r;
  return Eigen::Quaterniond(std::cos(half), part.x(), part.y(), part.z());
}

Vector3d log_rotation(const Eigen::Quaterniond & rotation)
{
  // Of q and -q the one with w >= 0 has the shorter way.
  const double sign = rotation.w() < 0.0 ? -1.0 : 1.0;
  const double sine = rotation.vec().norm();
  const double half = std::atan2(sine, sign * rotation.w());
  const double ratio = sine < 1e-4 ? 1.0 + half * half / 6.0 : half / sine;
  return 2.0 * sign * ratio * rotation.vec();
}

Matrix3d SpatialInertia::rotational_about_origin() const
{
  return rotational + point_inertia(mass, center);
}

Matrix6d SpatialInertia::matrix() const
{
  Matrix6d result;
  result.topLeftCorner<3, 3>() = rotational_about_origin();
  result.topRightCorner<3, 3>() = mass * skew(center);
  result.bottomLeftCorner<3, 3>() = -mass * skew(center);
  result.bottomRightCorner<3, 3>() = mass * Matrix3d::Identity();
  return result;
}

SpatialInertia SpatialInertia::transformed(const Eigen::Isometry3d & pose) const
{
  return {mass, pose * center, pose.linear() * rotational * pose.linear().transpose()};
}

double SpatialInertia::kinetic_energy(const Vector6d & v) const
{
  const Vector3d omega = v.head<3>();
  const Vector3d of_center = v.tail<3>() + omega.cross(center);
  return 0.5 * (mass * of_center.squaredNorm() + omega.dot(rotational * omega));
}

std::string SpatialInertia::impossible_because() const
{
  // Written so that NaN is refused as well.
  const bool in_range = std::abs(mass) <= kLargest && center.cwiseAbs().maxCoeff() <= kLargest &&
    rotational.cwiseAbs().maxCoeff() <= kLargest && center.allFinite() && rotational.allFinite();
  if (!in_range) {
    return "its mass, centre of mass or inertia is not a number of at most 1e12";
  }
  if (is_massless()) {
    return "";
  }
  const double asymmetry = (rotational - rotational.transpose()).cwiseAbs().maxCoeff();
  if (asymmetry > 1e-9 * rotational.cwiseAbs().maxCoeff()) {
    return "its inertia matrix is not symmetric";
  }
  const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(rotational, Eigen::EigenvaluesOnly);
  return not_positive(*this, eigen.eigenvalues());
}

SpatialInertia operator+(const SpatialInertia & a, const SpatialInertia & b)
{
  const double mass = a.mass + b.mass;
  if (mass == 0.0) {
    return {0.0, Vector3d::Zero(), a.rotational + b.rotational};
  }
  const Vector3d center = (a.mass * a.center + b.mass * b.center) / mass;
  return {mass, center, a.rotational + b.rotational + point_inertia(a.mass, a.center - center) +
    point_inertia(b.mass, b.center - center)};
}

SpatialInertia box_inertia(double mass, const Vector3d & size)
{
  const Vector3d squares = size.cwiseAbs2();
  return diagonal_inertia(mass, mass / 12.0 * (Vector3d::Constant(squares.sum()) - squares));
}

SpatialInertia sphere_inertia(double mass, double radius)
{
  return diagonal_inertia(mass, Vector3d::Constant(0.4 * mass * radius * radius));
}

SpatialInertia cylinder_inertia(double mass, double radius, double length)
{
  const double across = mass * (3.0 * radius * radius + length * length) / 12.0;
  return diagonal_inertia(mass, {across, across, 0.5 * mass * radius * radius});
}

}  // namespace contact_sim
