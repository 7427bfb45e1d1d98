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

#ifndef SESSION__HEARD_HPP_
#define SESSION__HEARD_HPP_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "contact_sim/session/scene_messages.hpp"

namespace contact_sim::testing
{

/// Puts the staged prefix of the build tree on pluginlib's path.
inline void find_staged_solvers()
{
  const char * others = std::getenv("AMENT_PREFIX_PATH");
  const std::string path =
    std::string(CONTACT_SIM_STAGE) + (others != nullptr ? std::string(":") + others : "");
  ::setenv("AMENT_PREFIX_PATH", path.c_str(), 1);
}

/// Keeps what a session says.
class Heard : public MessageSink
{
public:
  void send(const JointStateMessage & message) override
  {
    const std::lock_guard<std::mutex> lock(mutex);
    joint_states.push_back(message);
    changed.notify_all();
  }

  void send_wrench(int link, const WrenchMessage & message) override
  {
    const std::lock_guard<std::mutex> lock(mutex);
    wrenches[link].push_back(message);
  }

  void send(const std::vector<MarkerMessage> & message, std::int64_t) override
  {
    const std::lock_guard<std::mutex> lock(mutex);
    markers.push_back(message);
  }

  void send(const std::vector<TransformMessage> & message, std::int64_t) override
  {
    const std::lock_guard<std::mutex> lock(mutex);
    transforms.push_back(message);
  }

  void send_clock(std::int64_t stamp) override
  {
    const std::lock_guard<std::mutex> lock(mutex);
    clock.push_back(stamp);
  }

  /// False: they did not come in a minute.
  bool wait_for_joint_states(std::size_t count)
  {
    std::unique_lock<std::mutex> lock(mutex);
    return changed.wait_for(
      lock, std::chrono::minutes(1), [&] {return joint_states.size() >= count;});
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<JointStateMessage> joint_states;
  std::map<int, std::vector<WrenchMessage>> wrenches;
  std::vector<std::vector<MarkerMessage>> markers;
  std::vector<std::vector<TransformMessage>> transforms;
  std::vector<std::int64_t> clock;
};

}  // namespace contact_sim::testing

#endif  // SESSION__HEARD_HPP_
