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
#include <iostream>
#include <string>
#include <variant>

#include "contact_sim/plugins/solver_plugins.hpp"
#include "failure_dump.hpp"
#include "report.hpp"
#include "solve_problem.hpp"
#include "solver_choice.hpp"

namespace contact_sim
{

namespace
{

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

std::vector<ProblemFile> read_files(const std::vector<std::string> & paths)
{
  std::vector<ProblemFile> files;
  for (const std::string & path : paths) {
    files.push_back(read_problem(path));
  }
  return files;
}

/// Every file with every solver of its kind.
std::vector<SolveRecord> solve_all(
  const SolveArguments & arguments, const std::vector<SolverChoice> & choices,
  const std::vector<ProblemFile> & files)
{
  FailureDump dump(arguments.dump_folder);
  std::vector<SolveRecord> records;
  Progress progress(files.size() * choices.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (const SolverChoice & choice : choices) {
      progress.step(arguments.files[i]);
      if (choice.kind == kind_of(arguments.files[i])) {
        records.push_back(solve_problem(arguments.files[i], files[i], choice, arguments.repeat));
        if (const auto * contact = std::get_if<CtpFile>(&files[i])) {
          dump.keep(*contact, records.back());
        }
      }
    }
  }
  return records;
}

}  // namespace

CLI::App * add_solve_command(CLI::App & app, SolveArguments & arguments)
{
  CLI::App * command = app.add_subcommand("solve", "Solve problem files (.ctp, .lcp)");
  command->add_option(
    "FILE", arguments.files, "Problem files: contact problems (.ctp), LCPs (.lcp)")
  ->required()->type_name("");
  command->add_option(
    "--solver", arguments.solver,
    "One of `contact_sim solvers`, or all that fit the file\n"
    "(default: RobustReducedLemke for .ctp, robust_lemke for .lcp)")
  ->type_name("NAME");
  // One value each, or --set would take the files behind it too.
  command->add_option(
    "--set", arguments.settings, "A parameter of the solver; may be given again for more.\n"
    "With several solvers it goes to those that know it")
  ->type_name("NAME=VALUE")->allow_extra_args(false);
  command->add_option("--format", arguments.format, kFormatHelp)->type_name("FORMAT");
  command->add_option(
    "--repeat", arguments.repeat, "Solve so many times and tell the least time; a contact\n"
    "problem is solved from the answer before (warm start)")
  ->type_name("N")->check(CLI::Range(1, 1000000));
  command->add_option(
    "--dump-failures", arguments.dump_folder,
    "Write each .ctp problem that a solver fails on to\nDIR/<problem>_<solver>.ctp")
  ->type_name("DIR");
  command->footer(
    "Example:\n"
    "  contact_sim solve config/problems/*.ctp --solver all\n"
    "  contact_sim solve problem.ctp --solver Dantzig --repeat 100\n"
    "  contact_sim solve problem.lcp --set epsilon=1e-4 --format plain\n\n"
    "Exit codes: 0 every problem was solved by every solver, 1 some was not,\n"
    "2 bad file or bad arguments.");
  return command;
}

int run_solve(const SolveArguments & arguments, std::ostream & output)
{
  const Format format = parse_format(arguments.format);
  SolverPlugins plugins;
  const ChosenSolvers chosen =
    choose_solvers(arguments.solver, arguments.settings, arguments.files, plugins);
  const std::vector<ProblemFile> files = read_files(arguments.files);
  const std::vector<SolveRecord> records = solve_all(arguments, chosen.choices, files);
  write_records(output, format, records);
  for (const std::string & what : chosen.broken) {
    std::cerr << "contact_sim: " << what << "\n";
  }
  const auto solved = [](const SolveRecord & record) {return record.solved();};
  return chosen.broken.empty() && std::all_of(records.begin(), records.end(), solved) ? 0 : 1;
}

}  // namespace contact_sim
