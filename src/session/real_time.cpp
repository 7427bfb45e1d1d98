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

#include "contact_sim/session/real_time.hpp"

#include <sched.h>
#include <sys/prctl.h>

#include <system_error>

namespace contact_sim
{

namespace
{

bool set_schedule(int policy, int priority)
{
  sched_param parameter{};
  parameter.sched_priority = priority;
  return pthread_setschedparam(pthread_self(), policy, &parameter) == 0;
}

void check(int error, const char * what)
{
  if (error != 0) {
    throw std::system_error(error, std::generic_category(), what);
  }
}

}  // namespace

bool RealTimeThread::raise()
{
  if (priority_ == 0 || scheduling_ != Scheduling::kOrdinary) {
    return false;
  }
  scheduling_ = set_schedule(SCHED_FIFO, priority_) ? Scheduling::kRealTime : Scheduling::kRefused;
  return true;
}

bool RealTimeThread::lower()
{
  if (scheduling_ != Scheduling::kRealTime || !set_schedule(SCHED_OTHER, 0)) {
    return false;
  }
  scheduling_ = Scheduling::kOrdinary;
  return true;
}

void wake_up_in_time()
{
  constexpr unsigned long kSmallestSlack = 1;  // NOLINT(runtime/int): as prctl takes it [ns]
  prctl(PR_SET_TIMERSLACK, kSmallestSlack);
}

InheritingMutex::InheritingMutex()
{
  pthread_mutexattr_t attributes;
  check(pthread_mutexattr_init(&attributes), "pthread_mutexattr_init");
  check(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT), "PTHREAD_PRIO_INHERIT");
  check(pthread_mutex_init(&mutex_, &attributes), "pthread_mutex_init");
  pthread_mutexattr_destroy(&attributes);
}

InheritingMutex::~InheritingMutex()
{
  pthread_mutex_destroy(&mutex_);
}

void InheritingMutex::lock()
{
  check(pthread_mutex_lock(&mutex_), "pthread_mutex_lock");
}

void InheritingMutex::unlock()
{
  pthread_mutex_unlock(&mutex_);
}

}  // namespace contact_sim
