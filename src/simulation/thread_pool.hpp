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

#ifndef SIMULATION__THREAD_POOL_HPP_
#define SIMULATION__THREAD_POOL_HPP_

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace contact_sim
{

/// Threads that share the numbers 0 … count - 1 among them. The caller works too, as thread 0.
class ThreadPool
{
public:
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool &) = delete;
  ThreadPool & operator=(const ThreadPool &) = delete;

  int size() const {return static_cast<int>(workers_.size()) + 1;}

  /// Calls work(thread, number) for all numbers and returns when all are done. An exception of one
  /// is thrown here.
  void run(int count, const std::function<void(int, int)> & work);

private:
  void wait_for_work(int thread);
  void take_numbers(int thread);

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable begin_, end_;
  const std::function<void(int, int)> * work_{nullptr};
  int next_{0};
  int count_{0};
  int busy_{0};
  unsigned round_{0};
  bool quits_{false};
  std::exception_ptr error_;
};

}  // namespace contact_sim

#endif  // SIMULATION__THREAD_POOL_HPP_
