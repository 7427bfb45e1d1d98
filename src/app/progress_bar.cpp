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

#include "progress_bar.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace contact_sim
{

namespace
{

constexpr int kCells = 24;
constexpr std::size_t kWidth = 79;

}  // namespace

ProgressBar::ProgressBar()
: terminal_(isatty(STDERR_FILENO) != 0), begin_(std::chrono::steady_clock::now()) {}

void ProgressBar::show(double share, const std::string & doing)
{
  const double seconds =
    std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const double part = std::clamp(share, 0.0, 1.0);
  if (!terminal_) {
    if (doing != last_) {
      std::fprintf(stderr, "%3.0f %%  %5.0f s  %s\n", 100.0 * part, seconds, doing.c_str());
      last_ = doing;
    }
    return;
  }
  const int full = static_cast<int>(std::lround(kCells * part));
  std::string line = "[" + std::string(full, '#') + std::string(kCells - full, '.') + "] ";
  char percent[32];
  std::snprintf(percent, sizeof(percent), "%3.0f %% %4.0f s ", 100.0 * part, seconds);
  line = (line + percent + doing).substr(0, kWidth);
  std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
}

void ProgressBar::clear()
{
  if (terminal_) {
    std::fprintf(stderr, "\r\x1b[K");
  }
}

}  // namespace contact_sim
