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

#include "interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <cstring>

namespace contact_sim
{

namespace
{

volatile std::sig_atomic_t requested = 0;

std::atomic<const char *> last_words{nullptr};

/// Calls only what POSIX allows in a signal handler.
void request(int signal)
{
  if (requested != 0) {
    const char * words = last_words;
    if (words != nullptr) {
      const ssize_t written = ::write(STDERR_FILENO, words, std::strlen(words));
      static_cast<void>(written);
    }
    ::signal(signal, SIG_DFL);
    ::raise(signal);  // comes as soon as this handler is left
  }
  requested = 1;
}

}  // namespace

Interrupt::Interrupt()
{
  requested = 0;
  struct sigaction action = {};
  action.sa_handler = request;
  ::sigaction(SIGINT, &action, &old_interrupt_);
  ::sigaction(SIGTERM, &action, &old_terminate_);
}

Interrupt::~Interrupt()
{
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

void Interrupt::set_last_words(const char * words)
{
  last_words = words;
}

bool Interrupt::is_requested() const
{
  return requested != 0;
}

}  // namespace contact_sim
