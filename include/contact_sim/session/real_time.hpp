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

#ifndef CONTACT_SIM__SESSION__REAL_TIME_HPP_
#define CONTACT_SIM__SESSION__REAL_TIME_HPP_

#include <pthread.h>

namespace contact_sim
{

/// How the system lets a thread run.
enum class Scheduling
{
  kOrdinary,  ///< as any other thread
  kRealTime,  ///< SCHED_FIFO: it goes before all ordinary threads
  kRefused    ///< as any other thread, since the system does not allow SCHED_FIFO
};

/// Gives a thread SCHED_FIFO for as long as it keeps time. One that never waits must not have it:
/// it would leave its processor to nobody.
class RealTimeThread
{
public:
  /// \param priority of SCHED_FIFO; 0: ordinary
  explicit RealTimeThread(int priority)
  : priority_(priority) {}

  /// The thread that calls is about to wait: it keeps time. True: how it is scheduled has changed.
  bool raise();
  /// The thread that calls does not keep time. True: how it is scheduled has changed.
  bool lower();

  Scheduling scheduling() const {return scheduling_;}
  int priority() const {return priority_;}

private:
  int priority_;
  Scheduling scheduling_{Scheduling::kOrdinary};
};

/// Timeouts of the thread that calls end when they are due, not up to 50 us later, as the system
/// allows itself for ordinary threads.
void wake_up_in_time();

/// A mutex whose holder has the priority of whoever waits for it: an ordinary thread that was put
/// to sleep while it holds the mutex does not keep the thread that simulates waiting.
class InheritingMutex
{
public:
  InheritingMutex();
  ~InheritingMutex();

  InheritingMutex(const InheritingMutex &) = delete;
  InheritingMutex & operator=(const InheritingMutex &) = delete;

  void lock();
  void unlock();

private:
  pthread_mutex_t mutex_;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__SESSION__REAL_TIME_HPP_
