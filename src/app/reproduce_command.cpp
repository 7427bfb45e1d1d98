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

#include "reproduce_command.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <exception>
#include <filesystem>
#include <ostream>

#include "contact_sim/experiments/experiment.hpp"
#include "contact_sim/figures/report.hpp"
#include "contact_sim/figures/whole_file.hpp"
#include "contact_sim/plugins/solver_plugins.hpp"
#include "progress_bar.hpp"

namespace contact_sim
{

namespace
{

std::string list_of_names()
{
  std::string names;
  for (const Experiment & experiment : experiments()) {
    names += "\n  " + experiment.name +
      std::string(std::max<int>(1, 14 - static_cast<int>(experiment.name.size())), ' ') +
      experiment.title;
  }
  return names;
}

/// Each once, in the order of the list.
std::vector<Experiment> chosen(const std::vector<std::string> & names)
{
  const bool all = std::find(names.begin(), names.end(), "all") != names.end();
  for (const std::string & name : names) {
    if (name != "all") {
      find_experiment(name);
    }
  }
  std::vector<Experiment> found;
  for (const Experiment & experiment : experiments()) {
    if (all || std::find(names.begin(), names.end(), experiment.name) != names.end()) {
      found.push_back(experiment);
    }
  }
  return found;
}

Report empty_report(const ReproduceArguments & arguments)
{
  const std::time_t now = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof(date), "%Y-%m-%d %H:%M UTC", std::gmtime(&now));
  return {"contact_sim: the papers' own experiments",
    std::string("Made with contact_sim " CONTACT_SIM_VERSION ", ") + date + ", by `contact_sim "
    "reproduce`" + (arguments.quick ? " in quick mode: a few problems of each kind" : "") +
    ". Times are of this machine and of what else it did; ratios come from measurements in turns."};
}

std::string command_line(const std::string & name, const ReproduceArguments & arguments)
{
  return "contact_sim reproduce " + name + " --out " + arguments.folder +
         (arguments.quick ? " --quick" : "");
}

/// One that cannot be run is told in the report: the others are worth having.
Section run_or_say_why(
  const Experiment & experiment, const ExperimentContext & context, bool & failed)
{
  try {
    return run_experiment(experiment, context);
  } catch (const std::exception & error) {
    failed = true;
    Section section{experiment.name, experiment.title};
    section.promise(false, std::string("It could not be run to its end: ") + error.what());
    return section;
  }
}

void tell(const Section & section, double seconds, std::ostream & output)
{
  output << section.name << ": " << section.count(Words::Kind::kKept) << " kept, " <<
    section.count(Words::Kind::kShort) << " short (" << std::llround(seconds) << " s)\n";
  for (const auto & block : section.blocks) {
    const Words * words = std::get_if<Words>(&block);
    if (words != nullptr && words->kind == Words::Kind::kShort) {
      output << "  falls short: " << words->text << "\n";
    }
  }
  output.flush();
}

}  // namespace

CLI::App * add_reproduce_command(CLI::App & app, ReproduceArguments & arguments)
{
  CLI::App * command = app.add_subcommand(
    "reproduce", "Run the papers' own experiments, with tables and plots of what comes out");
  command->add_option("names", arguments.names, "Experiments, or all")->required();
  command->add_option("--out", arguments.folder, "The folder for what is written")
  ->capture_default_str();
  command->add_flag("--quick", arguments.quick, "A few problems of each kind instead of all");
  command->footer(
    "Experiments:" + list_of_names() +
    "\n\nWrites NAME.md, its tables as CSV and its plots as SVG, and index.html with all of them.");
  return command;
}

int run_reproduce(const ReproduceArguments & arguments, std::ostream & output)
{
  const std::vector<Experiment> all = chosen(arguments.names);
  const std::filesystem::path folder = arguments.folder;
  SolverPlugins plugins;
  ProgressBar bar;
  Report report = empty_report(arguments);
  bool failed = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto progress = [&](double share, const std::string & doing) {
        bar.show((i + share) / all.size(), all[i].name + ": " + doing);
      };
    const auto before = std::chrono::steady_clock::now();
    Section section =
      run_or_say_why(all[i], ExperimentContext(plugins, arguments.quick, progress), failed);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - before;
    section.command(command_line(all[i].name, arguments));
    report.sections.push_back(section);
    // The page is up to date after every experiment, so that an interrupted run leaves one.
    write_section(section, folder);
    write_whole_file(folder / "index.html", to_html(report));
    bar.clear();
    tell(section, taken.count(), output);
  }
  output << "wrote " << (folder / "index.html").string() << "\n";
  return failed ? 1 : 0;
}

}  // namespace contact_sim
