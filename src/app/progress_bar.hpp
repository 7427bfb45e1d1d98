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

#ifndef APP__PROGRESS_BAR_HPP_
#define APP__PROGRESS_BAR_HPP_

#include <chrono>
#include <string>

namespace contact_sim
{

/// One line on the standard error that tells how far something is: a bar that is drawn again and
/// again on a terminal, else a line for each thing that begins.
class ProgressBar
{
public:
  ProgressBar();

  /// \param share from 0 to 1
  void show(double share, const std::string & doing);

  /// Leaves the line to others.
  void clear();

private:
  bool terminal_;
  std::string last_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace contact_sim

#endif  // APP__PROGRESS_BAR_HPP_
