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

#include <utility>

namespace contact_sim
{

FrameSender::FrameSender(Send send, bool must_arrive)
: send_(std::move(send)), must_arrive_(must_arrive), frames_(kFrames)
{
  thread_ = std::thread([this] {run();});
}

FrameSender::~FrameSender()
{
  stop();
}

void FrameSender::stop()
{
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
}

void FrameSender::push(
  const State & state, const Eigen::VectorXd & q_begin, const StepRecord & record,
  const Due & due, const MarkerSettings & markers)
{
  std::unique_lock<std::mutex> lock(mutex_);
  if (must_arrive_) {
    changed_.wait(lock, [this] {return count_ < kFrames || is_stopping_;});
  }
  if (count_ == kFrames || is_stopping_) {
    ++dropped_;
    return;
  }
  Frame & frame = frames_[(first_ + count_) % kFrames];
  frame.state = state;
  frame.q_begin = q_begin;
  frame.record = record;
  frame.due = due;
  frame.markers = markers;
  ++count_;
  lock.unlock();
  changed_.notify_all();
}

/// The frame that is being sent stays in the ring until it is: nobody writes into it.
void FrameSender::run()
{
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] {return count_ > 0 || is_stopping_;});
    if (count_ == 0) {
      return;
    }
    const Frame & frame = frames_[first_];
    lock.unlock();
    send_(frame);
    lock.lock();
    first_ = (first_ + 1) % kFrames;
    --count_;
    changed_.notify_all();
  }
}

}  // namespace contact_sim
