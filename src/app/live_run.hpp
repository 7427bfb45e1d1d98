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

#ifndef APP__LIVE_RUN_HPP_
#define APP__LIVE_RUN_HPP_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "contact_sim/io/scenario_file.hpp"
#include "contact_sim/lcp/parameters.hpp"
#include "run_session.hpp"

namespace contact_sim
{

/// Who else sees a run while it lasts.
struct LiveOptions
{
  bool has_view{false};
  std::string address;               ///< to listen at
  int port{0};
  std::vector<std::string> origins;  ///< of pages that may connect besides our own
  std::string record_file;           ///< empty: no recording
  ParameterMap parameters;           ///< of the session, where they are not at their defaults
  double duration{0.0};              ///< [s]; infinite: until Ctrl-C

  bool is_live() const {return has_view || !record_file.empty();}
};

/// Runs a scenario before others: in the browser, by the clock, until Ctrl-C or the duration; into a
/// recording alone as fast as it goes.
class LiveRun
{
public:
  /// \throws std::exception for bad values, or where the port or the file cannot be had
  LiveRun(
    const ScenarioFile & file, const LiveOptions & live, const SessionOptions & options);
  ~LiveRun();

  void run();
  const RunSession & session() const;
  std::int64_t recorded() const;  ///< messages

private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace contact_sim

#endif  // APP__LIVE_RUN_HPP_
