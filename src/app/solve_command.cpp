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

#include "solve_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <set>
#include <stdexcept>

#include "contact_sim/io/lcp_file.hpp"
#include "contact_sim/lcp/algorithms.hpp"
#include "report.hpp"

namespace contact_sim
{

namespace
{

constexpr const char * kAll = "all";

/// A solver with all its parameters.
struct Choice
{
  const LcpAlgorithm * algorithm;
  ParameterMap values;
};

struct Setting
{
  std::string name;
  std::string value;
};

/// A line on the terminal that says how far we are; nothing where nobody looks or it is short.
class Progress
{
public:
  explicit Progress(std::size_t total)
  : total_(total), shown_(total > kFew && ::isatty(STDERR_FILENO) == 1) {}

  Progress(const Progress &) = delete;
  Progress & operator=(const Progress &) = delete;

  ~Progress()
  {
    if (shown_) {
      std::cerr << kClearLine << std::flush;
    }
  }

  void step(const std::string & name)
  {
    ++done_;
    if (shown_) {
      // Shortened: a line that wraps cannot be cleared.
      std::cerr << kClearLine << "solving " << done_ << "/" << total_ << " " <<
        on_one_line(name.substr(0, 50)) << std::flush;
    }
  }

private:
  static constexpr std::size_t kFew = 5;
  static constexpr const char * kClearLine = "\r\033[K";

  std::size_t total_;
  std::size_t done_{0};
  bool shown_;
};

std::vector<Choice> choose_algorithms(const std::string & name)
{
  if (name != kAll) {
    return {{&find_lcp_algorithm(name), {}}};
  }
  std::vector<Choice> choices;
  for (const LcpAlgorithm & algorithm : lcp_algorithms()) {
    choices.push_back({&algorithm, {}});
  }
  return choices;
}

Setting parse_setting(const std::string & text)
{
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    throw std::invalid_argument("--set: expected name=value, found '" + text + "'");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

[[noreturn]] void refuse_setting(const Setting & setting, const std::vector<Choice> & choices)
{
  std::set<std::string> names;
  for (const Choice & choice : choices) {
    for (const ParameterSpec & spec : choice.algorithm->parameters) {
      names.insert(spec.name);
    }
  }
  std::string known;
  for (const std::string & name : names) {
    known += (known.empty() ? "" : ", ") + name;
  }
  throw std::invalid_argument(
          "unknown parameter '" + setting.name + "' of " +
          (choices.size() == 1 ? "solver " + choices.front().algorithm->name : "any solver") +
          "; known: " + (known.empty() ? "none" : known));
}

/// Gives the setting to every solver that knows it.
void apply_setting(const Setting & setting, std::vector<Choice> & choices)
{
  bool known = false;
  for (Choice & choice : choices) {
    for (const ParameterSpec & spec : choice.algorithm->parameters) {
      if (spec.name == setting.name) {
        choice.values[spec.name] = parse_parameter(spec, setting.value);
        known = true;
      }
    }
  }
  if (!known) {
    refuse_setting(setting, choices);
  }
}

std::vector<Choice> choose_solvers(const SolveArguments & arguments)
{
  std::vector<Choice> choices = choose_algorithms(arguments.solver);
  for (const std::string & text : arguments.settings) {
    apply_setting(parse_setting(text), choices);
  }
  for (Choice & choice : choices) {
    choice.values = resolve_parameters(choice.algorithm->parameters, choice.values);
  }
  return choices;
}

std::vector<LcpFile> read_files(const std::vector<std::string> & paths)
{
  std::vector<LcpFile> files;
  for (const std::string & path : paths) {
    files.push_back(read_lcp_file(path));
  }
  return files;
}

SolveRecord solve(const std::string & path, const LcpFile & file, const Choice & choice)
{
  using Clock = std::chrono::steady_clock;
  SolveRecord record;
  record.file = path;
  record.solver = choice.algorithm->name;
  const Clock::time_point start = Clock::now();
  record.solution = choice.algorithm->solve(file.problem, choice.values);
  const std::chrono::duration<double, std::micro> time = Clock::now() - start;
  record.time_us = time.count();
  record.expected = compare_with_facts(file, record.solution);
  return record;
}

}  // namespace

CLI::App * add_solve_command(CLI::App & app, SolveArguments & arguments)
{
  CLI::App * command = app.add_subcommand("solve", "Solve problem files (.lcp)");
  command->add_option("FILE", arguments.files, "Problem files (.lcp)")->required()->type_name("");
  command->add_option(
    "--solver", arguments.solver,
    "One of `contact_sim solvers`, or all (default: " + arguments.solver + ")")
  ->type_name("NAME");
  // One value each, or --set would take the files behind it too.
  command->add_option(
    "--set", arguments.settings, "A parameter of the solver; may be given again for more.\n"
    "With --solver all it goes to those that know it")
  ->type_name("NAME=VALUE")->allow_extra_args(false);
  command->add_option("--format", arguments.format, kFormatHelp)->type_name("FORMAT");
  command->footer(
    "Example:\n"
    "  contact_sim solve config/problems/*.lcp --solver all\n"
    "  contact_sim solve problem.lcp --set epsilon=1e-4 --format plain\n\n"
    "Exit codes: 0 every problem was solved by every solver, 1 some was not,\n"
    "2 bad file or bad arguments.");
  return command;
}

int run_solve(const SolveArguments & arguments, std::ostream & output)
{
  const Format format = parse_format(arguments.format);
  const std::vector<Choice> choices = choose_solvers(arguments);
  const std::vector<LcpFile> files = read_files(arguments.files);
  std::vector<SolveRecord> records;
  {
    Progress progress(files.size() * choices.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
      for (const Choice & choice : choices) {
        progress.step(arguments.files[i]);
        records.push_back(solve(arguments.files[i], files[i], choice));
      }
    }
  }
  write_records(output, format, records);
  const auto solved = [](const SolveRecord & record) {return record.solution.solved();};
  return std::all_of(records.begin(), records.end(), solved) ? 0 : 1;
}

}  // namespace contact_sim
