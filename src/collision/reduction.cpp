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


#include "contact_sim/collision/reduction.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace contact_sim
{

namespace
{

using Eigen::Vector2d;
using Eigen::Vector3d;
using Wrench = Eigen::Matrix<double, 6, 1>;

constexpr int kMost = 128;

/// Removes the points that are marked, keeps the order.
int compress(ContactPoint * points, const bool * is_removed, int count)
{
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    if (!is_removed[i]) {
      points[kept++] = points[i];
    }
  }
  return kept;
}

bool is_parallel(const ContactPoint & x, const ContactPoint & y, double angle)
{
  return x.normal.cross(y.normal).norm() <= std::sin(angle) && x.normal.dot(y.normal) > 0.0;
}

/// Of two points within δ the closer one stays; of equals the first.
int remove_near(ContactPoint * points, int count, const ReductionOptions & options)
{
  bool is_removed[kMost] = {};
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < i && !is_removed[i]; ++j) {
      if (!is_removed[j] && is_parallel(points[i], points[j], options.parallel) &&
        (points[i].position - points[j].position).norm() <= options.distance)
      {
        const bool is_closer = points[i].gap < points[j].gap - options.gap_tolerance;
        is_removed[is_closer ? j : i] = true;
      }
    }
  }
  return compress(points, is_removed, count);
}

/// Points of one normal, in the plane across it.
struct FlatGroup
{
  int count{0};
  int index[kMost];   ///< of the point
  Vector2d place[kMost];
  int hull[kMost];    ///< entries of the two above, counterclockwise
  int hull_count{0};
};

double turn(const Vector2d & a, const Vector2d & b, const Vector2d & c)
{
  return (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
}

void find_hull(FlatGroup & group)
{
  int order[kMost];
  for (int i = 0; i < group.count; ++i) {
    order[i] = i;
  }
  std::sort(
    order, order + group.count, [&](int i, int j) {
      const Vector2d & p = group.place[i];
      const Vector2d & q = group.place[j];
      return p.x() != q.x() ? p.x() < q.x() : (p.y() != q.y() ? p.y() < q.y() : i < j);
    });
  // The lower chain, then the upper one back.
  int chain[2 * kMost];
  int size = 0;
  for (int pass = 0; pass < 2; ++pass) {
    const int base = size;
    for (int k = 0; k < group.count; ++k) {
      const int i = order[pass == 0 ? k : group.count - 1 - k];
      while (size >= base + 2 &&
        turn(group.place[chain[size - 2]], group.place[chain[size - 1]], group.place[i]) <= 0.0)
      {
        --size;
      }
      chain[size++] = i;
    }
    --size;  // the last of a chain is the first of the next
  }
  group.hull_count = std::min(size, kMost);
  std::copy(chain, chain + group.hull_count, group.hull);
}

FlatGroup make_group(
  const ContactPoint * points, int first, int count, const bool * is_grouped, double angle)
{
  FlatGroup group;
  const Vector3d & normal = points[first].normal;
  const Vector3d u = normal.unitOrthogonal();
  const Vector3d v = normal.cross(u);
  for (int i = first; i < count; ++i) {
    if (!is_grouped[i] && is_parallel(points[first], points[i], angle)) {
      const Vector3d r = points[i].position - points[first].position;
      group.index[group.count] = i;
      group.place[group.count++] = {u.dot(r), v.dot(r)};
    }
  }
  return group;
}

/// Whether the point lies in the triangle, up to δ, and the gap there is not greater than its own.
bool is_implied(
  const FlatGroup & group, const ContactPoint * points, int i, const int (& corners)[3],
  const ReductionOptions & options)
{
  const Vector2d & p = group.place[i];
  const Vector2d & a = group.place[corners[0]];
  const Vector2d & b = group.place[corners[1]];
  const Vector2d & c = group.place[corners[2]];
  const double area = turn(a, b, c);
  const double longest = std::sqrt(
    std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()}));
  if (area <= options.distance * longest * 1e-3) {
    return false;
  }
  const double weights[3] = {turn(b, c, p) / area, turn(c, a, p) / area, turn(a, b, p) / area};
  double gap = 0.0;
  for (int k = 0; k < 3; ++k) {
    if (weights[k] < -1e-9) {
      return false;
    }
    gap += weights[k] * points[group.index[corners[k]]].gap;
  }
  return points[group.index[i]].gap >= gap - options.gap_tolerance;
}

/// Between two corners of the hull, up to δ across.
bool is_implied_on_line(
  const FlatGroup & group, const ContactPoint * points, int i, int from, int to,
  const ReductionOptions & options)
{
  const Vector2d along = group.place[to] - group.place[from];
  const Vector2d r = group.place[i] - group.place[from];
  const double t = r.dot(along) / std::max(along.squaredNorm(), 1e-300);
  if (t <= 0.0 || t >= 1.0 || (r - t * along).norm() > 1e-3 * options.distance) {
    return false;
  }
  const double gap =
    (1.0 - t) * points[group.index[from]].gap + t * points[group.index[to]].gap;
  return points[group.index[i]].gap >= gap - options.gap_tolerance;
}

bool is_implied_by_hull(
  const FlatGroup & group, const ContactPoint * points, int i, const ReductionOptions & options)
{
  for (int k = 0; k < group.hull_count; ++k) {
    const int next = (k + 1) % group.hull_count;
    if (is_implied_on_line(group, points, i, group.hull[k], group.hull[next], options)) {
      return true;
    }
    // Every fan of triangles is a way to read the gaps inside of the hull.
    for (int m = 1; m + 1 < group.hull_count; ++m) {
      const int corners[3] = {
        group.hull[k], group.hull[(k + m) % group.hull_count],
        group.hull[(k + m + 1) % group.hull_count]};
      if (is_implied(group, points, i, corners, options)) {
        return true;
      }
    }
  }
  return false;
}

int remove_inside(ContactPoint * points, int count, const ReductionOptions & options)
{
  bool is_grouped[kMost] = {};
  bool is_removed[kMost] = {};
  for (int first = 0; first < count; ++first) {
    if (is_grouped[first]) {
      continue;
    }
    FlatGroup group = make_group(points, first, count, is_grouped, options.parallel);
    for (int k = 0; k < group.count; ++k) {
      is_grouped[group.index[k]] = true;
    }
    if (group.count < 3) {
      continue;
    }
    find_hull(group);
    for (int k = 0; k < group.count; ++k) {
      const bool is_corner =
        std::find(group.hull, group.hull + group.hull_count, k) != group.hull + group.hull_count;
      is_removed[group.index[k]] = !is_corner && is_implied_by_hull(group, points, k, options);
    }
  }
  return compress(points, is_removed, count);
}

Wrench wrench_of(const ContactPoint & point, const Vector3d & centre, double length)
{
  Wrench wrench;
  wrench.head<3>() = point.normal;
  wrench.tail<3>() = (point.position - centre).cross(point.normal) / length;
  return wrench;
}

}  // namespace

void check_reduction(const ReductionOptions & options)
{
  const auto check = [](double value, const char * name) {
      if (!(value >= 0.0 && std::isfinite(value))) {
        throw std::invalid_argument(
                std::string(
                  "contact reduction: ") + name + " must be finite and not negative, is " +
                std::to_string(value));
      }
    };
  check(options.distance, "distance");
  check(options.parallel, "parallel");
  check(options.gap_tolerance, "gap_tolerance");
  if (options.most < 1) {
    throw std::invalid_argument(
            "contact reduction: most must be at least 1, is " + std::to_string(options.most));
  }
}

int keep_spanning(ContactPoint * points, int count, int most)
{
  if (count <= most) {
    return count;
  }
  Vector3d centre = Vector3d::Zero();
  for (int i = 0; i < count; ++i) {
    centre += points[i].position / count;
  }
  double length = 1e-12;
  for (int i = 0; i < count; ++i) {
    length = std::max(length, (points[i].position - centre).norm());
  }
  Wrench wrenches[kMost];
  Wrench rests[kMost];   // what the kept ones do not span
  double apart[kMost];   // distance to the nearest that is kept
  bool is_removed[kMost];
  int deepest = 0;
  for (int i = 0; i < count; ++i) {
    wrenches[i] = rests[i] = wrench_of(points[i], centre, length);
    apart[i] = 1e300;
    is_removed[i] = true;
    deepest = points[i].gap < points[deepest].gap ? i : deepest;
  }
  int next = deepest;
  for (int kept = 0; kept < most; ++kept) {
    is_removed[next] = false;
    const Wrench chosen = wrenches[next];
    const double rest = rests[next].norm();
    const Wrench direction = rest > 1e-9 ? Wrench(rests[next] / rest) : Wrench(Wrench::Zero());
    int freest = -1;
    int farthest = -1;
    for (int i = 0; i < count; ++i) {
      rests[i] -= direction.dot(rests[i]) * direction;
      apart[i] = std::min(apart[i], (wrenches[i] - chosen).norm());
      if (is_removed[i]) {
        freest = freest<0 || rests[i].norm()> rests[freest].norm() + 1e-9 ? i : freest;
        farthest = farthest<0 || apart[i]> apart[farthest] + 1e-9 ? i : farthest;
      }
    }
    next = rests[freest].norm() > 1e-4 ? freest : farthest;
  }
  return compress(points, is_removed, count);
}

int reduce_contacts(ContactPoint * points, int count, const ReductionOptions & options)
{
  if (count > kMost) {
    throw std::invalid_argument(
            "contact reduction: at most " + std::to_string(kMost) + " points of a pair, found " +
            std::to_string(count));
  }
  count = remove_near(points, count, options);
  count = remove_inside(points, count, options);
  return keep_spanning(points, count, options.most);
}

void reduce_contacts(Manifold & manifold, const ReductionOptions & options)
{
  Manifold reduced = manifold;
  const int count = reduce_contacts(reduced.begin(), reduced.size(), options);
  manifold.clear();
  for (int i = 0; i < count; ++i) {
    manifold.push_back(reduced[i]);
  }
}

}  // namespace contact_sim
