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

#ifndef BENCHMARK__MUJOCO_ENGINE_HPP_
#define BENCHMARK__MUJOCO_ENGINE_HPP_

#include <mujoco/mujoco.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "benchmark/simulation_engine.hpp"
#include "support/worlds.hpp"

namespace contact_sim::testing
{

/// Reads our URDF by its own importer, with a floating joint and a floor added. Gains are springs
/// and dampers of the joints; it takes the dampers implicitly.
class MuJoCo : public Engine
{
public:
  explicit MuJoCo(const StandingHumanoid & humanoid)
  {
    load();
    const World & ours = *humanoid.world;
    model_->opt.timestep = kStep;
    data_->qpos[2] = ours.model.joint(1).pose.translation().z();
    for (int i = 0; i < model_->ngeom; ++i) {
      model_->geom_friction[3 * i] = kFriction;
    }
    for (int body = 1; body < ours.model.body_count(); ++body) {
      if (ours.model.body_nv(body) == 1) {
        const std::string name = ours.model.joint(body).name.substr(sizeof("robot"));
        const int joint = mj_name2id(model_, mjOBJ_JOINT, name.c_str());
        const JointControl & control = ours.controls[ours.model.first_v(body)];
        const double position = ours.initial_q[ours.model.first_q(body)];
        data_->qpos[model_->jnt_qposadr[joint]] = position;
        model_->qpos_spring[model_->jnt_qposadr[joint]] = position;
        model_->jnt_stiffness[joint] = control.stiffness;
        model_->dof_damping[model_->jnt_dofadr[joint]] = control.damping;
      }
    }
  }

  ~MuJoCo() override
  {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  const char * name() const override {return "MuJoCo 2.2.2, Newton";}
  void step() override {mj_step(model_, data_);}
  int contacts() override {return data_->ncon;}
  double height() override {return data_->qpos[2];}

private:
  static void replace(std::string & text, const std::string & what, const std::string & by)
  {
    const std::size_t place = text.find(what);
    if (place == std::string::npos) {
      std::fprintf(stderr, "MuJoCo: expected '%s' in the model\n", what.c_str());
      std::exit(2);
    }
    text.replace(place, what.size(), by);
  }

  static std::string scratch_file()
  {
    const char * folder = std::getenv("TMPDIR");
    return std::string(folder == nullptr ? "/tmp" : folder) + "/contact_sim_benchmark.xml";
  }

  /// Loads a model and writes it back to the scratch file as MJCF.
  static mjModel * load_text(const std::string & text)
  {
    const std::string file = scratch_file();
    std::ofstream(file) << text;
    char error[1000] = "";
    mjModel * model = mj_loadXML(file.c_str(), nullptr, error, sizeof(error));
    if (model == nullptr) {
      std::fprintf(stderr, "MuJoCo: %s: %s\n", file.c_str(), error);
      std::exit(2);
    }
    char saved[1000] = "";
    mj_saveLastXML(file.c_str(), model, saved, sizeof(saved));
    return model;
  }

  void load()
  {
    std::ostringstream urdf;
    urdf << std::ifstream(humanoid_file()).rdbuf();
    std::string text = urdf.str();
    replace(
      text, "<link name=\"base_link\"/>",
      "<link name=\"ground\"/><joint name=\"root\" type=\"floating\"><parent link=\"ground\"/>"
      "<child link=\"base_link\"/></joint><link name=\"base_link\"/>");
    mj_deleteModel(load_text(text));
    std::ostringstream mjcf;
    mjcf << std::ifstream(scratch_file()).rdbuf();
    text = mjcf.str();
    replace(text, "<worldbody>", "<worldbody><geom type=\"plane\" size=\"10 10 1\"/>");
    model_ = load_text(text);
    std::remove(scratch_file().c_str());
    data_ = mj_makeData(model_);
  }

  mjModel * model_{nullptr};
  mjData * data_{nullptr};
};
}  // namespace contact_sim::testing

#endif  // BENCHMARK__MUJOCO_ENGINE_HPP_
