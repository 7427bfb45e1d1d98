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

#ifndef CONTACT_SIM__STREAM__PLAYER_HPP_
#define CONTACT_SIM__STREAM__PLAYER_HPP_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "contact_sim/stream/live_host.hpp"
#include "contact_sim/stream/mcap_reader.hpp"

namespace contact_sim
{

/// Plays a recording by the clock, in a thread of its own. At its end it waits: it can be wound back.
class Player
{
public:
  struct Status
  {
    double time{0.0};   ///< [s], of the recording
    double speed{1.0};  ///< of real time; 0: as fast as possible
    bool is_paused{false};
    bool is_at_end{false};
  };

  /// \param reader and sink have to live as long
  /// \throws std::invalid_argument for a speed that is negative or not finite
  Player(McapReader & reader, ByteSink & sink, double speed);
  ~Player();

  void start();
  void stop();

  double begin() const;  ///< [s]
  double end() const;    ///< [s]
  Status status() const;
  /// What is said first: a wrong number is refused with nothing changed.
  /// \throws std::invalid_argument naming what is out of range
  void set(std::optional<double> time, std::optional<double> speed, std::optional<bool> is_paused);

private:
  using Clock = std::chrono::steady_clock;

  void run();
  std::int64_t wanted_time(Clock::time_point now) const;
  void restart_clock();
  void send_until(std::int64_t time);
  void seek(std::int64_t time);
  void load(std::size_t part);
  void send(const RecordedMessage & message);

  McapReader & reader_;
  ByteSink & sink_;
  std::size_t part_{0};                    ///< of the thread
  std::vector<RecordedMessage> messages_;  ///< of the part
  std::size_t next_{0};                    ///< in the part
  mutable std::mutex mutex_;               ///< of what follows
  std::condition_variable changed_;
  double speed_;
  bool is_paused_{false};
  bool is_at_end_{false};
  bool is_stopping_{false};
  std::optional<std::int64_t> wanted_;  ///< where to wind to [ns]
  std::int64_t time_{0};                ///< that was sent [ns]
  std::int64_t clock_time_{0};          ///< of the recording [ns] at
  Clock::time_point clock_start_;
  std::thread thread_;
};

/// A recording in a live view: its timeline is parameters, `/player.time`, `/player.begin`,
/// `/player.end` [s], `/player.speed` and `/player.paused`.
class PlayerHost : public LiveHost
{
public:
  /// \param player is set before the view starts, since it needs the view
  PlayerHost(std::string name, const McapReader & reader);
  void set_player(Player & player) {player_ = &player;}

  std::string name() const override {return name_;}
  const std::vector<StreamChannel> & channels() const override {return reader_.channels();}
  ParameterMap parameters() const override;
  void set_parameters(const ParameterMap & changes) override;
  const std::vector<LiveService> & services() const override {return services_;}
  std::string call(int service, bool flag) override;
  bool takes_commands() const override {return false;}
  void command(const JointStateMessage & message) override;

private:
  std::string name_;
  const McapReader & reader_;
  std::vector<LiveService> services_;
  Player * player_{nullptr};
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__PLAYER_HPP_
