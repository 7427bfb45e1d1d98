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

#include "simulation/thread_pool.hpp"

namespace contact_sim
{

ThreadPool::ThreadPool(int threads)
{
  for (int thread = 1; thread < threads; ++thread) {
    workers_.emplace_back([this, thread] {wait_for_work(thread);});
  }
}

ThreadPool::~ThreadPool()
{
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    quits_ = true;
  }
  begin_.notify_all();
  for (std::thread & worker : workers_) {
    worker.join();
  }
}

void ThreadPool::take_numbers(int thread)
{
  while (true) {
    int number;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (next_ == count_) {
        return;
      }
      number = next_++;
    }
    try {
      (*work_)(thread, number);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      error_ = std::current_exception();
    }
  }
}

void ThreadPool::wait_for_work(int thread)
{
  unsigned seen = 0;
  while (true) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      begin_.wait(lock, [&] {return quits_ || round_ != seen;});
      if (quits_) {
        return;
      }
      seen = round_;
    }
    take_numbers(thread);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (--busy_ == 0) {
      end_.notify_one();
    }
  }
}

void ThreadPool::run(int count, const std::function<void(int, int)> & work)
{
  if (workers_.empty() || count <= 1) {
    for (int number = 0; number < count; ++number) {
      work(0, number);
    }
    return;
  }
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    work_ = &work;
    next_ = 0;
    count_ = count;
    busy_ = static_cast<int>(workers_.size());
    error_ = nullptr;
    ++round_;
  }
  begin_.notify_all();
  take_numbers(0);
  std::unique_lock<std::mutex> lock(mutex_);
  end_.wait(lock, [this] {return busy_ == 0;});
  if (error_) {
    std::rethrow_exception(error_);
  }
}

}  // namespace contact_sim
