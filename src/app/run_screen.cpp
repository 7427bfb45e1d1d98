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

#include "run_screen.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iostream>

#include "contact_sim/dynamics/kinematics.hpp"
#include "contact_sim/session/scene_names.hpp"
#include "interrupt.hpp"

namespace contact_sim
{

namespace
{

constexpr std::chrono::milliseconds kPeriod{200};
constexpr std::size_t kMostNotes = 20;   ///< that are kept
constexpr std::size_t kShownNotes = 3;

// The second page without a cursor, and back.
constexpr const char * kEnter = "\033[?1049h\033[?25l";
constexpr const char * kLeave = "\033[?25h\033[?1049l";

void write_all(const std::string & text)
{
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(STDERR_FILENO, text.data() + written, text.size() - written);
    if (count < 0 && errno != EINTR) {
      return;  // the terminal is gone; the simulation is not
    }
    written += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
}

struct Size
{
  std::size_t columns;
  std::size_t rows;
};

/// Asked anew for each picture: windows change.
Size terminal_size()
{
  struct winsize size = {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0;
  return {known && size.ws_col > 1 ? size.ws_col - 1u : 79u,
    known && size.ws_row > 0 ? size.ws_row : 24u};
}

std::string picture(const std::vector<std::string> & lines)
{
  std::string text = "\033[H";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += lines[i] + "\033[K" + (i + 1 < lines.size() ? "\r\n" : "");
  }
  return text + "\033[J";
}

}  // namespace

bool RunScreen::is_possible()
{
  const char * term = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && term != nullptr && std::string(term) != "dumb";
}

RunScreen::RunScreen(const BuiltScenario & scenario, const std::string & solver)
: scenario_(scenario), robot_(only_robot(scenario)), data_(scenario.world->model),
  start_(Clock::now()), drawn_(start_)
{
  figures_.scenario = scenario.name;
  figures_.solver = solver;
  figures_.duration = scenario.duration;
  if (robot_ != nullptr) {
    figures_.robot = scenario.world->model.link(robot_->root_link).name;
  }
  Interrupt::set_last_words(kLeave);
  write_all(kEnter);
  thread_ = std::thread([this] {run();});
}

RunScreen::~RunScreen()
{
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
  write_all(kLeave);
  Interrupt::set_last_words(nullptr);
  for (const std::string & note : notes_) {
    std::cerr << note << "\n";
  }
}

void RunScreen::update(
  const State & state, const StepRecord & record, const RunStatistics & statistics)
{
  if (!is_wanted_.exchange(false)) {
    return;
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  read_record(scenario_.world->model, record, statistics, figures_);
  figures_.time = state.time;
  q_ = state.q;
  has_news_ = true;
}

void RunScreen::note(const std::string & line)
{
  const std::lock_guard<std::mutex> lock(mutex_);
  if (notes_.size() == kMostNotes) {
    notes_.erase(notes_.begin());
  }
  notes_.push_back(line);
}

/// Draws what was told, and asks for more.
void RunScreen::run()
{
  std::unique_lock<std::mutex> lock(mutex_);
  while (!changed_.wait_for(lock, kPeriod, [this] {return is_ending_;})) {
    const ScreenFigures figures = next_figures();
    is_wanted_ = true;
    lock.unlock();
    const Size size = terminal_size();
    write_all(picture(screen_lines(figures, size.columns, size.rows)));
    lock.lock();
  }
}

ScreenFigures RunScreen::next_figures()
{
  ScreenFigures figures = figures_;
  const Clock::time_point now = Clock::now();
  const double period = std::chrono::duration<double>(now - drawn_).count();
  const double wall_time = std::chrono::duration<double>(now - start_).count();
  figures.stands_still = !has_news_;
  figures.factor_now = std::max(0.0, figures.time - drawn_time_) / period;
  figures.factor = figures.time / wall_time;
  if (robot_ != nullptr && q_.size() > 0) {
    const Model & model = scenario_.world->model;
    forward_kinematics(model, data_, q_);
    figures.height = link_pose(model, data_, robot_->root_link).translation().z();
  }
  const std::size_t shown = std::min(notes_.size(), kShownNotes);
  figures.notes.assign(notes_.end() - static_cast<std::ptrdiff_t>(shown), notes_.end());
  drawn_ = now;
  drawn_time_ = figures.time;
  has_news_ = false;
  return figures;
}

}  // namespace contact_sim
