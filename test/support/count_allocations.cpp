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

#include "support/count_allocations.hpp"

#include <atomic>
#include <cstddef>

// glibc's own entry, so that malloc itself can be replaced: operator new and Eigen both end there.
extern "C" void * __libc_malloc(std::size_t size);

namespace
{

std::atomic<std::size_t> counter{0};
std::atomic<std::size_t> bytes{0};

}  // namespace

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// A sanitizer has a malloc of its own, which must stay; it tells what it gives out.
extern "C" int __sanitizer_install_malloc_and_free_hooks(
  void (* malloc_hook)(const volatile void *, std::size_t),
  void (* free_hook)(const volatile void *));

namespace
{

void count(const volatile void *, std::size_t size)
{
  ++counter;
  bytes += size;
}

void ignore(const volatile void *) {}

[[maybe_unused]] const int kHooks = __sanitizer_install_malloc_and_free_hooks(&count, &ignore);

}  // namespace
#else
extern "C" void * malloc(std::size_t size)
{
  ++counter;
  bytes += size;
  return __libc_malloc(size);
}
#endif

namespace contact_sim::testing
{

std::size_t allocations()
{
  return counter;
}

std::size_t allocated_bytes()
{
  return bytes;
}

}  // namespace contact_sim::testing
