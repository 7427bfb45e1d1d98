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

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "contact_sim/session/real_time.hpp"

/// What the system itself makes late: wakes up every millisecond as the thread that simulates does,
/// and does nothing. `only_wakes_up SECONDS PRIORITY` prints how many deadlines it missed, and of
/// how many.
int main(int argc, char ** argv)
{
  if (argc != 3) {
    std::fprintf(stderr, "only_wakes_up: expected SECONDS PRIORITY\n");
    return 1;
  }
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kPeriod{1};
  const auto deadlines = static_cast<std::int64_t>(1e3 * std::atof(argv[1]));
  contact_sim::RealTimeThread thread(std::atoi(argv[2]));
  thread.raise();
  contact_sim::wake_up_in_time();
  std::int64_t missed = 0;
  Clock::time_point due = Clock::now();
  for (std::int64_t i = 0; i < deadlines; ++i) {
    std::this_thread::sleep_until(due);
    due += kPeriod;
    if (Clock::now() > due) {
      ++missed;
    }
  }
  std::printf("%ld %ld\n", static_cast<long>(missed), static_cast<long>(deadlines));  // NOLINT
  return 0;
}
