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

#ifndef BENCHMARK__ODE_ENGINE_HPP_
#define BENCHMARK__ODE_ENGINE_HPP_

#include <ode/ode.h>

#include <cstdarg>

#include "benchmark/simulation_engine.hpp"
#include "support/worlds.hpp"

namespace contact_sim::testing
{

class Ode : public Engine
{
public:
  explicit Ode(const Blocks & blocks)
  {
    dInitODE2(0);
    dSetMessageHandler(&Ode::ignore);  // its solver has something to say in many steps of the wall
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    group_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, 0, 0, -kGravity);
    dCreatePlane(space_, 0, 0, 1, 0);
    for (const Block & block : blocks) {
      last_ = dBodyCreate(world_);
      dMass mass;
      dMassSetBoxTotal(&mass, 1.0, block.size.x(), block.size.y(), block.size.z());
      dBodySetMass(last_, &mass);
      dBodySetPosition(last_, block.centre.x(), block.centre.y(), block.centre.z());
      dGeomSetBody(dCreateBox(space_, block.size.x(), block.size.y(), block.size.z()), last_);
    }
  }

  ~Ode() override
  {
    dJointGroupDestroy(group_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
    dCloseODE();
  }

  const char * name() const override {return "ODE 0.16, dWorldStep";}
  int contacts() override {return contacts_;}
  double height() override {return dBodyGetPosition(last_)[2];}

  void step() override
  {
    contacts_ = 0;
    dSpaceCollide(space_, this, &Ode::collide);
    dWorldStep(world_, kStep);
    dJointGroupEmpty(group_);
  }

private:
  static void ignore(int, const char *, va_list) {}

  static void collide(void * self, dGeomID a, dGeomID b)
  {
    Ode & ode = *static_cast<Ode *>(self);
    dContact contacts[8];
    const int count = dCollide(a, b, 8, &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      contacts[i].surface.mode = dContactApprox1;
      contacts[i].surface.mu = kFriction;
      dJointAttach(
        dJointCreateContact(ode.world_, ode.group_, &contacts[i]), dGeomGetBody(a),
        dGeomGetBody(b));
      ++ode.contacts_;
    }
  }

  dWorldID world_;
  dSpaceID space_;
  dJointGroupID group_;
  dBodyID last_{nullptr};
  int contacts_{0};
};
}  // namespace contact_sim::testing

#endif  // BENCHMARK__ODE_ENGINE_HPP_
