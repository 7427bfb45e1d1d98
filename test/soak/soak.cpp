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


// Many frames of scenes that are never the same twice, with the default solver and its default
// parameters: counts what went wrong. One seed and one number of frames give the same counts and
// the same states every time; only the wall clock differs.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "contact_sim/io/ctp_file.hpp"
#include "soak/soak_counts.hpp"
#include "soak/soak_scenes.hpp"
#include "solvers/robust_reduced_lemke.hpp"

namespace contact_sim::soak
{

namespace
{

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kProgress{5};
constexpr std::int64_t kTraced = 5;  ///< steps before and after the one that is asked for

volatile std::sig_atomic_t interrupted = 0;

struct Options
{
  std::int64_t frames{1000000};
  std::uint64_t seed{1};
  std::vector<std::string> scenes;
  std::int64_t episode{-1};     ///< -1: all of them
  std::string dump_folder;      ///< of problems that the solver fails
  double tolerance{0.0};        ///< of the solver; 0: its default
  std::int64_t trace{-1};       ///< step around which every one is told; -1: none
  bool has_times{true};
  bool is_quiet{false};
};

/// One scene, as far as it has come.
struct Running
{
  const SoakScene * scene;
  SoakCounts counts;
  std::int64_t frames{0};  ///< to be made
  std::int64_t next{0};    ///< episode
};

double since(Clock::time_point begin)
{
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Soak
{
public:
  explicit Soak(const Options & options)
  : options_(options), begin_(Clock::now()), shown_(begin_)
  {
    std::vector<const SoakScene *> chosen;
    for (const std::string & name : options.scenes) {
      chosen.push_back(&find_soak_scene(name));
    }
    for (const SoakScene & scene : soak_scenes()) {
      const bool is_chosen = chosen.empty() ||
        std::find(chosen.begin(), chosen.end(), &scene) != chosen.end();
      if (is_chosen) {
        running_.push_back({ & scene, {}, 0, std::max<std::int64_t>(options.episode, 0)});
      }
    }
    for (std::size_t i = 0; i < running_.size(); ++i) {
      const auto scenes = static_cast<std::int64_t>(running_.size());
      const auto index = static_cast<std::int64_t>(i);
      running_[i].frames =
        options.frames / scenes + (index < options.frames % scenes ? 1 : 0);
      if (options.episode >= 0) {
        running_[i].frames = std::min<std::int64_t>(running_[i].frames, running_[i].scene->frames);
      }
    }
  }

  /// The scenes in turn, an episode each, so that whoever interrupts has seen all of them.
  void run()
  {
    for (bool is_done = false; !is_done && interrupted == 0; ) {
      is_done = true;
      for (Running & scene : running_) {
        if (scene.counts.run.steps < scene.frames && interrupted == 0) {
          run_episode(scene);
          is_done = false;
        }
      }
    }
  }

  /// Returns the exit code.
  int report() const
  {
    std::vector<std::pair<std::string, SoakCounts>> counts;
    for (const Running & scene : running_) {
      counts.emplace_back(scene.scene->name, scene.counts);
    }
    if (interrupted != 0) {
      std::cout << "interrupted: these are the frames so far\n";
    }
    write_counts(std::cout, counts, options_.has_times);
    const bool is_good = std::all_of(
      running_.begin(), running_.end(),
      [](const Running & scene) {return scene.counts.is_as_promised();});
    std::cout << (is_good ? "as promised\n" : "NOT as promised\n");
    return is_good && interrupted == 0 ? 0 : 1;
  }

private:
  std::shared_ptr<ContactSolver> make_solver() const
  {
    auto solver = std::make_shared<RobustReducedLemke>();
    solver->initialize(
      options_.tolerance > 0.0 ?
      ParameterMap{{"tolerance", options_.tolerance}} : ParameterMap{});
    return solver;
  }

  void run_episode(Running & running)
  {
    const SoakScene & scene = *running.scene;
    const std::int64_t episode = running.next++;
    const auto index = static_cast<std::uint64_t>(&scene - soak_scenes().data());
    std::seed_seq seed{
      options_.seed, options_.seed >> 32, index, static_cast<std::uint64_t>(episode)};
    Random random(seed);
    const BuiltScenario scenario = scene.make(random);
    const Clock::time_point begin = Clock::now();
    const auto make = [this] {return make_solver();};
    Simulation simulation(scenario.world, scenario.options, make, make);
    drive(scenario, simulation);
    simulation.stepper().on_solver_failure(
      [&](const ContactProblem & problem, const ContactSolution & solution) {
        keep(scene, episode, simulation.state().step + 1, problem, solution);
      });
    ++running.counts.episodes;
    make_steps(scenario, episode, running, simulation);
    running.counts.hash =
      (running.counts.hash ^ state_hash(simulation.state())) * 1099511628211u;
    running.counts.wall_time += since(begin);
  }

  void make_steps(
    const BuiltScenario & scenario, std::int64_t episode, Running & running,
    Simulation & simulation)
  {
    EpisodeCounter counter(
      scenario.world->model, simulation.state(), episode, running.counts);
    Data data(scenario.world->model);
    Wrenches wrenches;
    try {
      for (int i = 0; i < running.scene->frames && interrupted == 0; ++i) {
        if (running.counts.run.steps >= running.frames) {
          return;
        }
        wrenches_at(scenario, simulation.state(), data, wrenches);
        simulation.step();
        counter.add(simulation.state(), simulation.record(), !wrenches.empty());
        trace(simulation);
        show_progress(running, episode);
      }
    } catch (const std::exception & error) {
      ++running.counts.stopped;
      say(running.scene->name, episode, simulation.state().step + 1, error.what());
    }
  }

  /// The step and the contact that is deepest at its beginning.
  void trace(const Simulation & simulation) const
  {
    const StepRecord & record = simulation.record();
    if (options_.trace < 0 || std::abs(record.step - options_.trace) > kTraced) {
      return;
    }
    std::cout << "step " << record.step << ": " << record.contacts.size() << " contacts, " <<
      record.kinetic_energy + record.potential_energy << " J, residual " <<
      record.solver.residual.largest() << ", fastest " <<
      simulation.state().v.lpNorm<Eigen::Infinity>();
    const auto deepest = std::min_element(
      record.contacts.begin(), record.contacts.end(),
      [](const ContactRecord & a, const ContactRecord & b) {return a.gap < b.gap;});
    if (deepest != record.contacts.end()) {
      const auto name = [&](int link) {
          return link < 0 ? std::string("ground") : simulation.world().model.link(link).name;
        };
      std::cout << "; " << name(deepest->link_a) << " - " << name(deepest->link_b) << " gap " <<
        deepest->gap << " m, " << deepest->normal_force << " N, normal " <<
        deepest->normal.transpose();
    }
    std::cout << "\n";
  }

  void say(
    const std::string & scene, std::int64_t episode, std::int64_t step, const std::string & what)
  {
    std::cerr << scene << " " << episode << ":" << step << ": " << what << "\n";
  }

  /// The problem of an island that the default solver fails on.
  void keep(
    const SoakScene & scene, std::int64_t episode, std::int64_t step,
    const ContactProblem & problem, const ContactSolution & solution)
  {
    say(
      scene.name, episode, step,
      std::string("the solver failed: ") + to_string(solution.status) + ", " + solution.detail);
    if (options_.dump_folder.empty()) {
      return;
    }
    CtpFile file;
    file.problem = problem;
    file.facts["scenario"] = "soak --scene " + scene.name + " --seed " +
      std::to_string(options_.seed) + " --episode " + std::to_string(episode);
    file.facts["step"] = std::to_string(step);
    file.facts["status"] = to_string(solution.status);
    const std::string name = scene.name + "_" + std::to_string(episode) + "_" +
      std::to_string(step) + "_" + std::to_string(++kept_) + ".ctp";
    std::filesystem::create_directories(options_.dump_folder);
    write_ctp_file((std::filesystem::path(options_.dump_folder) / name).string(), file);
  }

  void show_progress(const Running & running, std::int64_t episode)
  {
    ++made_;
    const Clock::time_point now = Clock::now();
    if (options_.is_quiet || now - shown_ < kProgress) {
      return;
    }
    shown_ = now;
    std::int64_t failed = 0;
    for (const Running & each : running_) {
      failed += each.counts.run.failed_steps;
    }
    std::cerr << made_ << " of " << options_.frames << " frames in " <<
      static_cast<int>(since(begin_)) << " s, " << failed << " failures, now " <<
      running.scene->name << " " << episode << std::endl;
  }

  Options options_;
  std::vector<Running> running_;
  Clock::time_point begin_;
  Clock::time_point shown_;
  std::int64_t made_{0};
  int kept_{0};
};

int run(int argc, char ** argv)
{
  Options options;
  CLI::App app{"Counts what goes wrong in many frames of random scenes, with the default solver."};
  app.add_option("--frames", options.frames, "In all, the same number for each scene")
  ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000000000}));
  app.add_option("--seed", options.seed, "Of the random numbers");
  app.add_option("--scene", options.scenes, "Only this one; may be given again")
  ->allow_extra_args(false);
  app.add_option("--episode", options.episode, "Only this one, of each scene")
  ->check(CLI::Range(std::int64_t{0}, std::numeric_limits<std::int64_t>::max()));
  app.add_option("--dump", options.dump_folder, "Where problems that fail are kept, as .ctp");
  app.add_option(
    "--tolerance", options.tolerance, "Of the solver; one that nobody keeps shows that it counts")
  ->check(CLI::PositiveNumber);
  app.add_option("--trace", options.trace, "Tell of the steps around this one");
  app.add_flag("!--no-times", options.has_times, "Leave out all that the wall clock says");
  app.add_flag("--quiet", options.is_quiet, "No progress");
  CLI11_PARSE(app, argc, argv);
  std::signal(SIGINT, [](int) {interrupted = 1;});
  std::signal(SIGTERM, [](int) {interrupted = 1;});
  Soak soak(options);
  soak.run();
  return soak.report();
}

}  // namespace

}  // namespace contact_sim::soak

int main(int argc, char ** argv)
{
  try {
    return contact_sim::soak::run(argc, argv);
  } catch (const std::exception & error) {
    std::cerr << "soak: " << error.what() << "\n";
    return 2;
  }
}
