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

#include "replay_line.hpp"

#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <stdexcept>

#include "contact_sim/stream/message_bytes.hpp"

namespace contact_sim
{

namespace
{

constexpr double kPipePeriod = 1.0;  ///< of the recording, between lines [s]

}  // namespace

ReplayLine::ReplayLine(const std::vector<StreamChannel> & channels, double end)
: channels_(channels), end_(end), is_terminal_(::isatty(STDERR_FILENO) == 1)
{
}

/// Another's recording may hold anything: what cannot be read is left out of the line.
void ReplayLine::send(int channel, std::int64_t stamp, const std::string & bytes)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  time_ = 1e-9 * static_cast<double>(stamp);
  const std::string & type = channels_[channel].type;
  try {
    if (type == "tf2_msgs/msg/TFMessage") {
      const std::vector<TransformMessage> transforms = read_transforms(bytes);
      if (!transforms.empty()) {
        frame_ = transforms.front().child_frame_id;
        height_ = transforms.front().translation.z();
      }
    } else if (type == "geometry_msgs/msg/WrenchStamped") {
      forces_[channel] = read_wrench(bytes).force.norm();
    } else if (type == "diagnostic_msgs/msg/DiagnosticArray") {
      for (const DiagnosticMessage & status : read_diagnostics(bytes)) {
        for (const auto & [key, value] : status.values) {
          figures_[key] = value;
        }
      }
    }
  } catch (const std::invalid_argument &) {
  }
}

const char * ReplayLine::figure(const std::string & key) const
{
  const auto found = figures_.find(key);
  return found == figures_.end() ? "?" : found->second.c_str();
}

std::string ReplayLine::line() const
{
  double force = 0.0;
  for (const auto & [channel, newtons] : forces_) {
    force += newtons;
  }
  char text[256];
  std::snprintf(
    text, sizeof text, "%8.3f/%.3f s  %s at %.3f m  forces %.0f N  %s contacts  %s pivots  "
    "residual %s", time_, end_, frame_.empty() ? "?" : frame_.c_str(), height_, force,
    figure("contacts"), figure("pivots a step, mean"), figure("residual: complementarity"));
  return text;
}

void ReplayLine::show()
{
  const std::lock_guard<std::mutex> lock(mutex_);
  if (is_terminal_) {
    std::cerr << "\r\033[K" << line() << std::flush;
  } else if (time_ >= shown_ + kPipePeriod || time_ < shown_) {
    std::cerr << line() << "\n";
    shown_ = time_;
  }
}

void ReplayLine::finish()
{
  const std::lock_guard<std::mutex> lock(mutex_);
  if (is_terminal_) {
    std::cerr << "\r\033[K" << line() << std::endl;
  } else if (time_ != shown_) {
    std::cerr << line() << "\n";
  }
}

}  // namespace contact_sim
