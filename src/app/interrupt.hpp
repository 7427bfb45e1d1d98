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

#ifndef APP__INTERRUPT_HPP_
#define APP__INTERRUPT_HPP_

#include <csignal>

namespace contact_sim
{

/// While it lives, the first Ctrl-C (or SIGTERM) is a request that is asked for, and not the end of
/// the process; the second one is.
class Interrupt
{
public:
  Interrupt();
  ~Interrupt();

  Interrupt(const Interrupt &) = delete;
  Interrupt & operator=(const Interrupt &) = delete;

  bool is_requested() const;

  /// What is written to the standard error where the second one ends the process: what gives a
  /// terminal back. It has to live as long; null: nothing.
  static void set_last_words(const char * words);

private:
  struct sigaction old_interrupt_;
  struct sigaction old_terminate_;
};

}  // namespace contact_sim

#endif  // APP__INTERRUPT_HPP_
