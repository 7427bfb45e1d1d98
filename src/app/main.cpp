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

#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>

#include "CLI/CLI.hpp"
#include "contact_sim/plugins/own_prefix.hpp"
#include "replay_command.hpp"
#include "reproduce_command.hpp"
#include "run_command.hpp"
#include "scenarios_command.hpp"
#include "solve_command.hpp"
#include "solvers_command.hpp"

namespace
{

constexpr int kBadInput = 2;

int complain(const std::string & what)
{
  std::cerr << "contact_sim: " << what << "\n";
  return kBadInput;
}

/// CLI11 reports --help and --version as errors too.
int explain(const CLI::App & app, const CLI::ParseError & error)
{
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
    return app.exit(error);
  }
  return complain(std::string(error.what()) + "\nRun with --help for more information.");
}

/// As a shell would take it again.
std::string command_line(int argc, char ** argv)
{
  std::string line = "contact_sim";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool is_plain = !word.empty() && word.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%") ==
      std::string::npos;
    std::string quoted;
    for (const char c : word) {
      quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    line += " " + (is_plain ? word : "'" + quoted + "'");
  }
  return line;
}

int dispatch(int argc, char ** argv)
{
  CLI::App app{
    "Robots in frictional contact, exactly: simulates them, and solves the problems that\n"
    "contact leads to."};
  app.name("contact_sim");
  app.set_version_flag("--version", "contact_sim " CONTACT_SIM_VERSION);
  app.require_subcommand(0, 1);
  app.footer(
    "Example:\n"
    "  contact_sim run humanoid_squat\n"
    "  contact_sim run --help\n"
    "  contact_sim solve problem.ctp --solver all\n\n"
    "Exit codes: 0 simulated, solved or listed, 1 stopped or not solved, 2 bad file or bad\n"
    "arguments.");
  contact_sim::ReplayArguments replay;
  contact_sim::ReproduceArguments reproduce;
  contact_sim::RunArguments run;
  run.command_line = command_line(argc, argv);
  contact_sim::ScenariosArguments scenarios;
  contact_sim::SolveArguments solve;
  contact_sim::SolversArguments solvers;
  const CLI::App * replay_command = contact_sim::add_replay_command(app, replay);
  const CLI::App * reproduce_command = contact_sim::add_reproduce_command(app, reproduce);
  const CLI::App * run_command = contact_sim::add_run_command(app, run);
  const CLI::App * scenarios_command = contact_sim::add_scenarios_command(app, scenarios);
  const CLI::App * solve_command = contact_sim::add_solve_command(app, solve);
  const CLI::App * solvers_command = contact_sim::add_solvers_command(app, solvers);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError & error) {
    return explain(app, error);
  }
  if (replay_command->parsed()) {
    return contact_sim::run_replay(replay, std::cout);
  }
  if (reproduce_command->parsed()) {
    return contact_sim::run_reproduce(reproduce, std::cout);
  }
  if (run_command->parsed()) {
    return contact_sim::run_scenario(run, std::cout);
  }
  if (scenarios_command->parsed()) {
    return contact_sim::run_scenarios(scenarios, std::cout);
  }
  if (solve_command->parsed()) {
    return contact_sim::run_solve(solve, std::cout);
  }
  if (solvers_command->parsed()) {
    return contact_sim::run_solvers(solvers, std::cout);
  }
  std::cerr << app.help();
  return kBadInput;
}

}  // namespace

int main(int argc, char ** argv)
{
  try {
    contact_sim::prepend_own_prefix();
    const int code = dispatch(argc, argv);
    // A full disk must not look like success.
    if (!std::cout.flush()) {
      throw std::runtime_error("cannot write to the standard output");
    }
    return code;
  } catch (const std::exception & error) {
    return complain(error.what());
  }
}
