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

#include "contact_sim/stream/session_host.hpp"

#include <stdexcept>

#include "contact_sim/session/description.hpp"

namespace contact_sim
{

namespace
{

constexpr const char * kParameterPrefix = "/simulator.";

enum Service {kPause, kStep, kReset, kSaveProblem, kDescribe};

}  // namespace

SessionHost::SessionHost(SimulationSession & session)
: session_(session), channels_(session_channels(session)),
  services_{{"/simulator/pause", ServiceType::kSetBool}, {"/simulator/step"}, {"/simulator/reset"},
    {"/simulator/save_problem"}, {"/simulator/describe"}},
  meshes_(robot_meshes(session.scenario()))
{
}

std::string SessionHost::name() const
{
  return "contact_sim: " + session_.scenario().name;
}

ParameterMap SessionHost::parameters() const
{
  ParameterMap named;
  for (const auto & [name, value] : session_.values()) {
    named[kParameterPrefix + name] = value;
  }
  return named;
}

void SessionHost::set_parameters(const ParameterMap & changes)
{
  const std::string prefix = kParameterPrefix;
  ParameterMap own;
  for (const auto & [name, value] : changes) {
    if (name.compare(0, prefix.size(), prefix) != 0) {
      throw std::invalid_argument("no parameter '" + name + "': all begin with " + prefix);
    }
    own[name.substr(prefix.size())] = value;
  }
  session_.set(own);
}

std::string SessionHost::call(int service, bool flag)
{
  switch (service) {
    case kPause:
      session_.pause(flag);
      return flag ? "paused" : "running";
    case kStep:
      session_.step();
      return "made a step";
    case kReset:
      session_.reset();
      return "at the beginning";
    case kSaveProblem:
      return session_.save_problem();
    case kDescribe:
      return describe(session_);
    default:
      throw std::invalid_argument("no service " + std::to_string(service) + " is there");
  }
}

}  // namespace contact_sim
