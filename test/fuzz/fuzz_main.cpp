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

#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/fuzz_target.hpp"
#include "fuzz/mutator.hpp"

// A driver that works with every compiler: it makes inputs from good ones and a seed. An input on
// which the process dies stays behind as a file, to be given to --try.

extern "C" void __sanitizer_set_death_callback(void (*)()) __attribute__((weak));

namespace
{

namespace fs = std::filesystem;

constexpr const char * kUsage =
  "usage: FUZZ_TARGET [--runs N] [--seed S] [--seconds PER_INPUT] [--finding FILE]\n"
  "                   [--progress] [--try] FILE_OR_FOLDER…\n"
  "Files are good inputs that new ones are made of; with --try they are tried as they are. A file\n"
  "with an @ before it has a path in each line.\n";

struct Options
{
  std::uint64_t runs{1000};
  std::uint64_t seed{1};
  int seconds{20};  ///< of the processor, for an input
  std::string finding{"finding"};
  bool has_progress{false};
  bool tries{false};
  std::vector<std::string> paths;
};

/// Of the signals' handlers too.
struct Tried
{
  std::string input;    ///< the one that is tried
  std::string finding;  ///< where it is kept if the process dies
};

Tried & tried()
{
  static Tried * const made = new Tried;  // there until the process is gone
  return *made;
}

/// Of a process that may be anywhere: system calls alone.
void keep_input()
{
  const std::string & input = tried().input;
  const std::string & finding = tried().finding;
  const int file = ::open(finding.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0) {
    [[maybe_unused]] const auto written = ::write(file, input.data(), input.size());
    ::close(file);
  }
  constexpr const char kSaid[] = "\nfuzz: the input that did it is kept in ";
  [[maybe_unused]] auto said = ::write(STDERR_FILENO, kSaid, sizeof(kSaid) - 1);
  said = ::write(STDERR_FILENO, finding.c_str(), finding.size());
  said = ::write(STDERR_FILENO, "\n", 1);
}

void on_signal(int signal)
{
  if (signal == SIGPROF) {
    constexpr const char kSaid[] = "\nfuzz: an input takes too long";
    [[maybe_unused]] const auto said = ::write(STDERR_FILENO, kSaid, sizeof(kSaid) - 1);
  }
  keep_input();
  ::signal(SIGABRT, SIG_DFL);
  ::signal(signal, SIG_DFL);
  signal == SIGPROF ? ::abort() : static_cast<void>(::raise(signal));
}

void watch()
{
  // A stack of its own: one that ran over cannot be used.
  static std::array<char, 1 << 16> stack;
  stack_t place{};
  place.ss_sp = stack.data();
  place.ss_size = stack.size();
  ::sigaltstack(&place, nullptr);
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  std::vector<int> signals{SIGABRT, SIGPROF};
  if (&__sanitizer_set_death_callback != nullptr) {
    __sanitizer_set_death_callback(keep_input);  // the others it reports better itself
  } else {
    signals.insert(signals.end(), {SIGSEGV, SIGFPE, SIGBUS, SIGILL});
  }
  for (const int signal : signals) {
    ::sigaction(signal, &action, nullptr);
  }
}

/// Time of the processor, so that a busy machine is no reason.
void start_clock(int seconds)
{
  itimerval timer{};
  timer.it_value.tv_sec = seconds;
  ::setitimer(ITIMER_PROF, &timer, nullptr);
}

void try_one(std::string text, const Options & options)
{
  tried().input = std::move(text);
  start_clock(options.seconds);
  contact_sim::fuzz::try_input(tried().input);
  start_clock(0);
}

std::string content(const fs::path & path)
{
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw std::invalid_argument(path.string() + ": cannot be read");
  }
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> files(const std::vector<std::string> & paths)
{
  std::vector<fs::path> all;
  for (const std::string & path : paths) {
    if (!fs::is_directory(path)) {
      all.push_back(path);
      continue;
    }
    for (const auto & entry : fs::directory_iterator(path)) {
      if (entry.is_regular_file()) {
        all.push_back(entry.path());
      }
    }
  }
  std::sort(all.begin(), all.end());  // folders have no order
  return all;
}

Options parse(int argc, char ** argv)
{
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] {
        if (++i >= argc) {
          throw std::invalid_argument(word + ": expected a value behind it");
        }
        return std::string(argv[i]);
      };
    if (word == "--runs") {
      options.runs = std::stoull(value());
    } else if (word == "--seed") {
      options.seed = std::stoull(value());
    } else if (word == "--seconds") {
      options.seconds = std::stoi(value());
    } else if (word == "--finding") {
      options.finding = value();
    } else if (word == "--progress") {
      options.has_progress = true;
    } else if (word == "--try") {
      options.tries = true;
    } else if (word.compare(0, 2, "--") == 0) {
      throw std::invalid_argument("unknown option " + word);
    } else if (word[0] == '@') {
      std::ifstream list(word.substr(1));
      for (std::string path; std::getline(list, path); ) {
        if (!path.empty()) {
          options.paths.push_back(path);
        }
      }
    } else {
      options.paths.push_back(word);
    }
  }
  return options;
}

class Progress
{
public:
  explicit Progress(const Options & options)
  : options_(options) {}

  void tell(std::uint64_t done)
  {
    const auto now = std::chrono::steady_clock::now();
    if (options_.has_progress && now - told_ > std::chrono::seconds(1)) {
      told_ = now;
      const double rate = done / std::chrono::duration<double>(now - begin_).count();
      const double left = rate > 0.0 ? static_cast<double>(options_.runs - done) / rate : 0.0;
      std::fprintf(
        stderr, "\r  %3.0f %%  %llu of %llu inputs, %.0f a second, %.0f s left   ",
        100.0 * static_cast<double>(done) / static_cast<double>(options_.runs),
        static_cast<unsigned long long>(done),          // NOLINT(runtime/int): printf's
        static_cast<unsigned long long>(options_.runs),  // NOLINT(runtime/int)
        rate, left);
    }
  }

private:
  const Options & options_;
  std::chrono::steady_clock::time_point begin_{std::chrono::steady_clock::now()};
  std::chrono::steady_clock::time_point told_{begin_};
};

/// False: it was of no use.
bool run(const Options & options)
{
  std::vector<std::string> good;
  for (const fs::path & path : files(options.paths)) {
    good.push_back(content(path));
    try_one(good.back(), options);
  }
  if (!options.tries) {
    contact_sim::fuzz::Mutator mutator(good, options.seed);
    Progress progress(options);
    for (std::uint64_t i = 0; i < options.runs; ++i) {
      try_one(mutator.next(), options);
      progress.tell(i + 1);
    }
  }
  const contact_sim::fuzz::Counts & counts = contact_sim::fuzz::counts();
  std::cout << (options.has_progress ? "\n" : "") << (options.tries ? 0 : options.runs) <<
    " inputs made of " << good.size() << " files, seed " << options.seed << ": " << counts.taken <<
    " taken, " << counts.refused << " refused\n";
  if (counts.taken == 0 && !options.tries) {
    std::cerr << "nothing was taken: this tests little\n";
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char ** argv)
{
  Options options;
  try {
    options = parse(argc, argv);
  } catch (const std::exception & error) {
    std::cerr << error.what() << "\n" << kUsage;
    return 2;
  }
  tried().finding = options.finding;
  watch();
  return run(options) ? 0 : 1;  // an exception ends it here, with the input kept
}
