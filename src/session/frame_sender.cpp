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

#include "contact_sim/session/frame_sender.hpp"

#include <cerrno>
#include <utility>

namespace contact_sim
{

namespace
{

/// Signals wake a thread up without what it waits for.
void wait_for(sem_t & semaphore)
{
  while (sem_wait(&semaphore) != 0 && errno == EINTR) {
  }
}

}  // namespace

FrameSender::FrameSender(Send send, bool must_arrive, bool is_prompt, int priority)
: send_(std::move(send)), must_arrive_(must_arrive), is_prompt_(is_prompt), frames_(kFrames),
  real_time_(priority)
{
  sem_init(&has_frame_, 0, 0);
  sem_init(&has_room_, 0, kFrames);
  thread_ = std::thread([this] {run();});
}

FrameSender::~FrameSender()
{
  stop();
  sem_destroy(&has_frame_);
  sem_destroy(&has_room_);
}

void FrameSender::stop()
{
  is_stopping_ = true;
  sem_post(&has_frame_);
  sem_post(&has_room_);
  if (thread_.joinable()) {
    thread_.join();
  }
}

void FrameSender::push(
  const State & state, const Eigen::VectorXd & q_begin, const StepRecord & record,
  const Due & due, const MarkerSettings & markers, const LoopStatistics * statistics)
{
  if (must_arrive_) {
    wait_for(has_room_);
  } else if (sem_trywait(&has_room_) != 0) {
    ++dropped_;
    return;
  }
  if (is_stopping_) {
    ++dropped_;
    return;
  }
  Frame & frame = frames_[pushed_ % kFrames];
  frame.state = state;
  frame.q_begin = q_begin;
  frame.record = record;
  frame.due = due;
  frame.markers = markers;
  frame.has_statistics = statistics != nullptr;
  if (statistics != nullptr) {
    frame.statistics = *statistics;
  }
  ++pushed_;
  if (is_prompt_) {
    sem_post(&has_frame_);
  }
}

/// One that falls behind must leave its processor to others, and be slow.
void FrameSender::schedule()
{
  const std::size_t waiting = pushed_ - sent_;
  if (!follows_ || waiting > kFrames / 2) {
    real_time_.lower();
  } else if (waiting == 0) {
    real_time_.raise();
  }
}

/// Or for stop().
void FrameSender::wait_for_frame()
{
  if (is_prompt_) {
    wait_for(has_frame_);
    return;
  }
  while (sent_ == pushed_ && !is_stopping_) {
    std::this_thread::sleep_for(kLook);
  }
}

/// The frame that is being sent stays in the ring until it is: nobody writes into it.
void FrameSender::run()
{
  while (true) {
    schedule();
    wait_for_frame();
    if (sent_ == pushed_) {
      return;  // woken up by stop(), with nothing left to send
    }
    send_(frames_[sent_ % kFrames]);
    ++sent_;
    sem_post(&has_room_);
  }
}

}  // namespace contact_sim
