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

#ifndef APP__REPLAY_LINE_HPP_
#define APP__REPLAY_LINE_HPP_

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "contact_sim/stream/channels.hpp"

namespace contact_sim
{

/// What a recording says at a time, as one line on the standard error: where the robot is, what
/// carries it, and the solver's figures. On a terminal the line is written anew.
class ReplayLine : public ByteSink
{
public:
  /// \param end of the recording [s]
  ReplayLine(const std::vector<StreamChannel> & channels, double end);

  void send(int channel, std::int64_t stamp, const std::string & bytes) override;
  void show();
  /// The last line stays.
  void finish();

private:
  std::string line() const;
  const char * figure(const std::string & key) const;

  std::vector<StreamChannel> channels_;
  double end_;
  bool is_terminal_;
  mutable std::mutex mutex_;
  double time_{0.0};               ///< [s]
  double shown_{-1.0};             ///< [s]
  double height_{0.0};             ///< of the first frame [m]
  std::string frame_;              ///< empty: none was told
  std::map<int, double> forces_;   ///< net, by channel [N]
  std::map<std::string, std::string> figures_;  ///< of the diagnostics
};

}  // namespace contact_sim

#endif  // APP__REPLAY_LINE_HPP_
