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

#ifndef CONTACT_SIM__SESSION__FRAME_SENDER_HPP_
#define CONTACT_SIM__SESSION__FRAME_SENDER_HPP_

#include <Eigen/Core>

#include <semaphore.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "contact_sim/session/frame.hpp"
#include "contact_sim/session/real_time.hpp"

namespace contact_sim
{

/// Sends frames in a thread of its own: a receiver that blocks costs frames, not steps. Between the
/// two threads is a ring without locks: a sender that the system puts to sleep in the middle of its
/// work must not keep the thread that simulates waiting.
class FrameSender
{
public:
  using Send = std::function<void (const Frame &)>;

  /// \param must_arrive frames are waited for where the sender is far behind; else they are dropped
  ///   and counted
  /// \param is_prompt each frame wakes the sender up, which costs the thread that simulates some
  ///   microseconds; else the sender looks for frames by itself, every kLook
  /// \param priority of SCHED_FIFO that the sender has, see follow(); 0: never
  FrameSender(Send send, bool must_arrive, bool is_prompt = true, int priority = 0);
  ~FrameSender();

  FrameSender(const FrameSender &) = delete;
  FrameSender & operator=(const FrameSender &) = delete;

  /// Copies a step.
  /// \param statistics that are due; null: none are
  void push(
    const State & state, const Eigen::VectorXd & q_begin, const StepRecord & record,
    const Due & due, const MarkerSettings & markers, const LoopStatistics * statistics = nullptr);

  /// For the thread that simulates: whether it goes before ordinary threads. The sender then does,
  /// too, for as long as it keeps up: each of its messages wakes receivers up, who would take its
  /// place one by one and let it send only some of them.
  void follow(bool goes_first) {follows_ = goes_first;}

  std::int64_t dropped() const {return dropped_;}
  /// Sends what waits, and ends.
  void stop();

private:
  static constexpr std::size_t kFrames = 64;
  static constexpr std::chrono::microseconds kLook{500};

  void run();
  void schedule();
  void wait_for_frame();

  Send send_;
  bool must_arrive_;
  bool is_prompt_;
  std::vector<Frame> frames_;  ///< a ring; memory is kept
  std::atomic<std::size_t> pushed_{0};  ///< frames, since the beginning
  std::atomic<std::size_t> sent_{0};
  std::atomic<bool> is_stopping_{false};
  std::atomic<bool> follows_{false};
  RealTimeThread real_time_;
  std::atomic<std::int64_t> dropped_{0};
  sem_t has_frame_;
  sem_t has_room_;
  std::thread thread_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__FRAME_SENDER_HPP_
