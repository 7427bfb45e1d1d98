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

#include <algorithm>
#include <cmath>
#include <utility>

#include "contact_sim/families/contact_factory.hpp"

namespace contact_sim::families
{

using Index = Eigen::Index;

namespace
{

struct Family
{
  const char * name;
  ContactProblem (* make)(Random & random, int contacts);
};

int uniform_int(Random & random, int low, int high)
{
  return std::min(high, static_cast<int>(std::floor(uniform(random, low, high + 1.0))));
}

ContactProblem cube(Random & random, int contacts, int faces)
{
  return cube_between_walls(random, contacts, faces).problem();
}

/// Changes the data of every contact.
template<typename Function>
ContactProblem changed(ContactProblem problem, Function change)
{
  for (Index i = 0; i < problem.size(); ++i) {
    ContactData data = problem.data(i);
    change(i, data);
    problem.set_data(i, data);
  }
  return problem;
}

/// All velocities and impulses times a factor: another time step, or other units.
ContactProblem scaled(const ContactProblem & problem, double factor)
{
  ContactProblem result = changed(
    problem, [&](Index, ContactData & data) {
      data.gap_rate *= factor;
      data.tangential_rate *= factor;
    });
  result.set_k(factor * problem.k());
  return result;
}

/// Every contact twice, the second with `noise` on the point (in metres) and on the normal.
ContactProblem doubled(Random & random, int contacts, double noise)
{
  Bodies scene = cube_between_walls(random, (contacts + 1) / 2, 3);
  const std::vector<PointContact> once = scene.contacts;
  for (PointContact contact : once) {
    if (noise > 0.0) {
      contact.point += noise * random_vector(random, 3);
      contact.normal = (contact.normal + noise * random_vector(random, 3)).normalized();
    }
    scene.contacts.push_back(contact);
  }
  return scene.problem();
}

ContactProblem any_friction(Random & random, int contacts)
{
  return changed(
    cube(random, contacts, 6), [&](Index, ContactData & data) {
      data.mu = uniform_int(random, 0, 2) == 0 ? 0.0 : uniform(random, 0.0, 2.0);
    });
}

ContactProblem frictionless(Random & random, int contacts)
{
  return changed(
    cube(random, contacts, 6), [&](Index, ContactData & data) {
      data.mu = 0.0;
      data.directions = 0;
    });
}

ContactProblem half_rank(Random & random, int contacts)
{
  const int nv = (3 * contacts + 1) / 2;
  return random_factors(random, contacts, nv, nv);
}

ContactProblem chain(Random & random, int contacts)
{
  return random_factors(
    random, contacts, uniform_int(random, 20, 60), uniform_int(random, 3, 12));
}

/// The velocity of a cube in factors, as it is.
ContactProblem cube_with_k(Random & random, int contacts, const Vector6d & k)
{
  ContactProblem problem = cube(random, contacts, 1);
  problem.set_k(k);
  return problem;
}

/// Upwards faster than any rotation takes a corner down: 1.8 |k_ω| at most, in factors.
ContactProblem separating(Random & random, int contacts)
{
  Vector6d k = 0.1 * random_vector(random, 6);
  k[2] = 1.0;
  return cube_with_k(random, contacts, k);
}

/// All that a cube on a plane can do without a normal velocity: exactly zero, without rounding.
ContactProblem grazing(Random & random, int contacts)
{
  Vector6d k = random_vector(random, 6);
  k.segment<3>(2).setZero();
  return cube_with_k(random, contacts, k);
}

ContactProblem at_rest(Random & random, int contacts)
{
  return cube_with_k(random, contacts, Vector6d::Zero());
}

/// Friction within a third of the cone holds everything.
ContactProblem sticking(Random & random, int contacts)
{
  ContactProblem problem = cube(random, contacts, 3);
  Eigen::VectorXd impulses(3 * contacts);
  for (int i = 0; i < contacts; ++i) {
    impulses[3 * i] = uniform(random, 0.5, 1.5);
    impulses.segment<2>(3 * i + 1) =
      impulses[3 * i] * problem.data(i).mu / 3.0 * M_SQRT1_2 * random_vector(random, 2);
  }
  set_solution(problem, impulses, Eigen::VectorXd::Zero(6));
  return problem;
}

/// A cube slides along a plane, friction of each contact in the corner most against it.
ContactProblem sliding(Random & random, int contacts)
{
  ContactProblem problem = cube(random, contacts, 1);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(6);
  const double direction = uniform(random, 0.0, 2.0 * M_PI);
  x.head<2>() << std::cos(direction), std::sin(direction);
  Eigen::VectorXd impulses(3 * contacts);
  for (int i = 0; i < contacts; ++i) {
    const ContactData & data = problem.data(i);
    const Eigen::Vector2d slip = problem.velocity(i, x).tail<2>();
    const double width = 2.0 * M_PI / data.directions;
    const double corner = width * std::round(std::atan2(-slip[1], -slip[0]) / width);
    const double force = uniform(random, 0.5, 1.5);
    impulses.segment<3>(3 * i) <<
      force, data.mu * force * std::cos(corner), data.mu * force * std::sin(corner);
  }
  set_solution(problem, impulses, x);
  return problem;
}

/// Restitution: the normal velocity wanted is a part of the one before.
ContactProblem bouncing(Random & random, int contacts)
{
  const ContactProblem problem = cube(random, contacts, 1);
  const Eigen::VectorXd u = problem.free_velocity();
  return changed(
    problem, [&](Index i, ContactData & data) {
      data.gap_rate = 0.5 * std::min(0.0, u[3 * i]);
    });
}

ContactProblem conveyor_belt(Random & random, int contacts)
{
  const Eigen::Vector2d belt = random_vector(random, 2);
  return changed(
    cube(random, contacts, 1), [&](Index, ContactData & data) {data.tangential_rate = belt;});
}

ContactProblem with_gaps(Random & random, int contacts)
{
  Bodies scene = cube_between_walls(random, contacts, 6);
  for (PointContact & contact : scene.contacts) {
    contact.gap = std::max(0.0, uniform(random, -0.01, 0.01));
  }
  return scene.problem();
}

ContactProblem different_polygons(Random & random, int contacts)
{
  return changed(
    cube(random, contacts, 6), [&](Index, ContactData & data) {
      data.directions = 2 * uniform_int(random, 1, 8);
      data.directions = data.directions == 2 ? 0 : data.directions;
      data.angle = uniform(random, -M_PI, M_PI);
    });
}

/// Cubes that do not touch each other, with four contacts each.
ContactProblem islands(Random & random, int contacts)
{
  Bodies scene;
  for (int done = 0; done < contacts; done += 4) {
    Bodies one = cube_between_walls(random, std::min(4, contacts - done), 2);
    for (PointContact contact : one.contacts) {
      contact.a = static_cast<int>(scene.bodies.size());
      scene.contacts.push_back(contact);
    }
    scene.bodies.push_back(one.bodies[0]);
  }
  return scene.problem();
}

int blocks_for(int contacts)
{
  return std::min(20, (contacts + 3) / 4);
}

const std::vector<Family> & families()
{
  using R = Random;
  static const std::vector<Family> all{
    {"peg in hole", peg_in_hole},
    {"stack", [](R & r, int n) {return stack(r, blocks_for(n));}},
    {"stack with many points", [](R & r, int n) {return stack(r, 2, (n + 1) / 2);}},
    {"wall", [](R & r, int n) {return wall(r, (n + 5) / 6);}},
    {"face of many points", face_contact},
    {"coincident points", [](R & r, int n) {return doubled(r, n, 0.0);}},
    {"nearly coincident points", [](R & r, int n) {return doubled(r, n, 1e-12);}},
    {"heavy on light",
      [](R & r, int n) {return uneven_stack(r, std::max(2, blocks_for(n)), 1e6, false);}},
    {"light on heavy",
      [](R & r, int n) {return uneven_stack(r, std::max(2, blocks_for(n)), 1e6, true);}},
    {"friction from 0 to 2", any_friction},
    {"frictionless", frictionless},
    {"half rank", half_rank},
    {"face", [](R & r, int n) {return cube(r, n, 1);}},
    {"between two walls", [](R & r, int n) {return cube(r, n, 2);}},
    {"all round", [](R & r, int n) {return cube(r, n, 6);}},
    {"all separating", separating},
    {"all sticking", sticking},
    {"all sliding", sliding},
    {"grazing", grazing},
    {"zero free velocity", at_rest},
    {"slow", [](R & r, int n) {return scaled(cube(r, n, 6), 1e-6);}},
    {"fast", [](R & r, int n) {return scaled(cube(r, n, 6), 1e6);}},
    {"chain", chain},
    {"bouncing", bouncing},
    {"conveyor belt", conveyor_belt},
    {"gaps", with_gaps},
    {"different polygons", different_polygons},
    {"islands", islands},
  };
  return all;
}

}  // namespace

std::vector<ContactCase> all_contact_families(Random & random, int contacts)
{
  std::vector<ContactCase> cases = single_body_situations(random);
  for (const Family & family : families()) {
    cases.push_back({family.name, family.make(random, contacts)});
  }
  return cases;
}

ContactCase random_contact_case(Random & random, int largest)
{
  const bool is_large = uniform_int(random, 1, 50) == 1;
  const int contacts = is_large ? largest : uniform_int(random, 1, std::min(16, largest));
  const int last = static_cast<int>(families().size());
  const int choice = uniform_int(random, 0, last);
  if (choice == last) {
    std::vector<ContactCase> situations = single_body_situations(random);
    return situations[uniform_int(random, 0, static_cast<int>(situations.size()) - 1)];
  }
  return {families()[choice].name, families()[choice].make(random, contacts)};
}

}  // namespace contact_sim::families
