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

#include "contact_sim/stream/player.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <variant>

namespace contact_sim
{

namespace
{

constexpr double kNanoseconds = 1e9;
constexpr double kMostSpeed = 1e6;
constexpr std::chrono::milliseconds kTick{8};  ///< between looks at the clock

double to_seconds(std::int64_t time)
{
  return static_cast<double>(time) / kNanoseconds;
}

}  // namespace

Player::Player(McapReader & reader, ByteSink & sink, double speed)
: reader_(reader), sink_(sink), speed_(1.0), time_(reader.begin()), clock_time_(reader.begin())
{
  set(std::nullopt, speed, std::nullopt);
}

Player::~Player()
{
  stop();
}

double Player::begin() const
{
  return to_seconds(reader_.begin());
}

double Player::end() const
{
  return to_seconds(reader_.end());
}

Player::Status Player::status() const
{
  const std::lock_guard<std::mutex> lock(mutex_);
  return {to_seconds(wanted_.value_or(time_)), speed_, is_paused_, is_at_end_ && !wanted_};
}

void Player::start()
{
  load(0);
  restart_clock();
  thread_ = std::thread([this] {run();});
}

void Player::stop()
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

void Player::set(
  std::optional<double> time, std::optional<double> speed, std::optional<bool> is_paused)
{
  if (speed && !(*speed >= 0.0 && *speed <= kMostSpeed)) {
    throw std::invalid_argument(
            "speed: expected a number from 0 (as fast as possible) to 1e6, found " +
            std::to_string(*speed));
  }
  if (time && !std::isfinite(*time)) {
    throw std::invalid_argument("time: expected a time of the recording, found no number");
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  speed_ = speed.value_or(speed_);
  is_paused_ = is_paused.value_or(is_paused_);
  if (time) {
    wanted_ = std::llround(kNanoseconds * std::clamp(*time, begin(), end()));
  } else if (is_at_end_ && is_paused && !*is_paused) {
    wanted_ = reader_.begin();  // once more
  }
  restart_clock();
  changed_.notify_all();
}

/// The clock goes on from what was sent.
void Player::restart_clock()
{
  clock_time_ = wanted_.value_or(time_);
  clock_start_ = Clock::now();
}

std::int64_t Player::wanted_time(Clock::time_point now) const
{
  if (speed_ == 0.0) {
    return reader_.end();
  }
  const double passed = std::chrono::duration<double>(now - clock_start_).count() * speed_;
  const double left = to_seconds(reader_.end() - clock_time_);
  return clock_time_ + std::llround(kNanoseconds * std::min(passed, left));
}

void Player::run()
{
  std::unique_lock<std::mutex> lock(mutex_);
  while (!is_stopping_) {
    if (wanted_) {
      const std::int64_t time = *wanted_;
      lock.unlock();
      seek(time);
      lock.lock();
      time_ = time;
      is_at_end_ = time >= reader_.end();
      if (wanted_ == time) {
        wanted_.reset();
      }
      restart_clock();
    } else if (is_paused_ || is_at_end_) {
      changed_.wait(lock);
    } else {
      const std::int64_t time = wanted_time(Clock::now());
      lock.unlock();
      send_until(time);
      lock.lock();
      time_ = time;
      is_at_end_ = time >= reader_.end();
      if (!is_at_end_) {
        changed_.wait_for(lock, kTick);
      }
    }
  }
}

void Player::load(std::size_t part)
{
  part_ = part;
  next_ = 0;
  messages_.clear();
  if (part < reader_.parts().size()) {
    messages_ = reader_.read(part);
  }
}

void Player::send(const RecordedMessage & message)
{
  sink_.send(message.channel, message.time, message.bytes);
}

void Player::send_until(std::int64_t time)
{
  while (part_ < reader_.parts().size()) {
    for (; next_ < messages_.size() && messages_[next_].time <= time; ++next_) {
      send(messages_[next_]);
    }
    if (next_ < messages_.size() || part_ + 1 >= reader_.parts().size() ||
      reader_.parts()[part_ + 1].first > time)
    {
      return;
    }
    load(part_ + 1);
  }
}

/// Sends of each channel what was its last message then, and goes on from there.
void Player::seek(std::int64_t time)
{
  const auto & parts = reader_.parts();
  std::vector<std::optional<RecordedMessage>> last(reader_.channels().size());
  std::size_t missing = last.size();
  std::size_t part = parts.size();
  while (part > 0 && parts[part - 1].first > time) {
    --part;
  }
  for (std::size_t i = part; i > 0 && missing > 0; --i) {
    const std::vector<bool> & has_channel = parts[i - 1].has_channel;
    bool is_needed = false;
    for (std::size_t channel = 0; channel < has_channel.size(); ++channel) {
      is_needed = is_needed || (has_channel[channel] && !last[channel]);
    }
    if (!is_needed) {
      continue;
    }
    const std::vector<RecordedMessage> messages = reader_.read(i - 1);
    for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
      if (message->time <= time && !last[message->channel]) {
        last[message->channel] = *message;
        --missing;
      }
    }
  }
  for (const auto & message : last) {
    if (message) {
      send(*message);
    }
  }
  load(part > 0 ? part - 1 : 0);
  while (next_ < messages_.size() && messages_[next_].time <= time) {
    ++next_;
  }
}

PlayerHost::PlayerHost(std::string name, const McapReader & reader)
: name_(std::move(name)), reader_(reader)
{
}

ParameterMap PlayerHost::parameters() const
{
  const Player::Status status = player_ == nullptr ? Player::Status{} : player_->status();
  return {
    {"/player.begin", to_seconds(reader_.begin())}, {"/player.end", to_seconds(reader_.end())},
    {"/player.time", status.time}, {"/player.speed", status.speed},
    {"/player.paused", status.is_paused || status.is_at_end}};
}

void PlayerHost::set_parameters(const ParameterMap & changes)
{
  std::optional<double> time, speed;
  std::optional<bool> is_paused;
  for (const auto & [name, value] : changes) {
    const bool is_number = std::holds_alternative<double>(value);
    if (name == "/player.time" && is_number) {
      time = std::get<double>(value);
    } else if (name == "/player.speed" && is_number) {
      speed = std::get<double>(value);
    } else if (name == "/player.paused" && std::holds_alternative<bool>(value)) {
      is_paused = std::get<bool>(value);
    } else {
      throw std::invalid_argument(
              name + ": expected /player.time or /player.speed with a number, or /player.paused "
              "with a bool, found " + to_string(value));
    }
  }
  player_->set(time, speed, is_paused);
}

std::string PlayerHost::call(int, bool)
{
  throw std::invalid_argument("a recording has no services");
}

void PlayerHost::command(const JointStateMessage &)
{
  throw std::invalid_argument("a recording takes no commands");
}

}  // namespace contact_sim
