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

#include "run_command.hpp"

#include <cinttypes>
#include <cstdio>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <utility>

#include "contact_sim/io/scenario_file.hpp"
#include "contact_sim/io/scenario_world.hpp"
#include "contact_sim/plugins/solver_plugins.hpp"
#include "live_run.hpp"
#include "run_report.hpp"
#include "run_session.hpp"
#include "run_settings.hpp"
#include "run_solver.hpp"

namespace contact_sim
{

namespace
{

/// --duration 5 is --set duration=5, and so on; it goes before what --set says.
RunSettings settings_of(const RunArguments & arguments)
{
  RunSettings settings = sort_settings(arguments.settings);
  for (const auto & [key, value] : {std::pair{"duration", arguments.duration},
      std::pair{"step", arguments.step}, std::pair{"threads", arguments.threads},
      std::pair{"solver.plugin", arguments.solver}})
  {
    if (!value.empty()) {
      settings.scenario[key] = value;
    }
  }
  return settings;
}

/// The solver of the scenario, or another one: that has parameters of its own.
ChosenSolver choose_solver(
  const ScenarioFile & scenario, const std::string & own_plugin, const RunSettings & settings,
  SolverPlugins & plugins)
{
  const auto full = [&](const std::string & name) {
      return plugins.find(name.empty() ? kDefaultPlugin : name);
    };
  const bool is_own = full(scenario.solver.plugin) == full(own_plugin);
  return choose_run_solver(
    scenario.solver.plugin, is_own ? scenario.solver.parameters : ParameterMap{},
    settings.solver, plugins);
}

SessionOptions session_options(const RunArguments & arguments, const ScenarioOutputs & outputs)
{
  SessionOptions options;
  options.is_real_time = arguments.is_real_time;
  options.is_quiet = arguments.is_quiet;
  options.csv_folder =
    arguments.csv_folder.empty() ? outputs.csv : arguments.csv_folder;
  options.dump_folder = arguments.dump_folder;
  options.report_folder =
    arguments.report_folder.empty() ? outputs.report : arguments.report_folder;
  options.has_screen = arguments.has_screen;
  options.command = arguments.command_line;
  options.snapshots = arguments.snapshots;
  return options;
}

/// A view has no end of its own: it lasts until Ctrl-C, or as long as it is told to.
LiveOptions live_options(
  const RunArguments & arguments, const RunSettings & settings, const ScenarioFile & file)
{
  LiveOptions live;
  live.has_view = arguments.has_view;
  live.address = arguments.address;
  live.port = arguments.port;
  live.origins = arguments.origins;
  live.record_file =
    arguments.record_file.empty() ? file.outputs.record : arguments.record_file;
  const bool has_duration = settings.scenario.count("duration") > 0;
  live.duration = live.has_view && !has_duration ?
    std::numeric_limits<double>::infinity() : file.duration;
  live.parameters = settings.session;
  if (!live.is_live() && !settings.session.empty()) {
    throw std::invalid_argument(
            "--set: " + settings.session.begin()->first + " needs --view or --record");
  }
  return live;
}

void write_places(
  std::ostream & output, const SessionOptions & options, const RunFailures & failures)
{
  if (!options.csv_folder.empty()) {
    output << "written: " << options.csv_folder << "/{states,contacts,steps}.csv\n";
  }
  if (!options.report_folder.empty()) {
    output << "written: " << options.report_folder << "/index.html, its plots (.svg) and data "
      "(.csv)\n";
  }
  if (!options.snapshots.file.empty()) {
    output << "written: " << options.snapshots.file << " (--continue goes on from it)\n";
  }
  if (failures.written() > 0) {
    output << "written: " << failures.written() << " failed problem" <<
      (failures.written() == 1 ? "" : "s") << " (.ctp, at most " << RunFailures::kMost << ") to " <<
      options.dump_folder << "\n";
  }
}

/// What two runs that are the same have in common.
void write_hash(std::ostream & output, const State & state)
{
  char digits[17];
  std::snprintf(digits, sizeof(digits), "%016" PRIx64, state_hash(state));
  output << "state hash: " << digits << " after step " << state.step << "\n";
}

int report(
  const RunSession & session, const SessionOptions & options, bool has_hash, std::ostream & output)
{
  if (!options.is_quiet) {
    write_summary(output, session.facts(), session.statistics());
    write_places(output, options, session.failures());
  }
  if (has_hash) {
    write_hash(output, session.last());
  }
  output.flush();
  if (!session.failures().error().empty()) {
    throw std::runtime_error("--dump-failures: " + session.failures().error());
  }
  if (!session.snapshots().error().empty()) {
    throw std::runtime_error("--snapshot: " + session.snapshots().error());
  }
  if (!session.error().empty()) {
    std::cerr << "contact_sim: " << session.error() << "\n";
    return 1;
  }
  return 0;
}

void add_settings_options(CLI::App & command, RunArguments & arguments)
{
  command.add_option(
    "--solver", arguments.solver,
    "A contact solver of `contact_sim solvers`, in place of the scenario's")
  ->type_name("NAME");
  // One value each, or --set would take what stands behind it too.
  command.add_option(
    "--set", arguments.settings,
    "A value of the scenario, or a parameter of the solver (solver.NAME);\n"
    "may be given again for more")
  ->type_name("KEY=VALUE")->allow_extra_args(false);
  command.add_option("--duration", arguments.duration, "How long to simulate [s]")
  ->type_name("S");
  command.add_option("--step", arguments.step, "Size of a step [s]")->type_name("H");
  command.add_option(
    "--threads", arguments.threads, "That solve islands; the results do not depend on it")
  ->type_name("N");
}

void add_output_options(CLI::App & command, RunArguments & arguments)
{
  command.add_flag(
    "--view", arguments.has_view, "Show it live in the browser, until Ctrl-C or --duration");
  command.add_option(
    "--port", arguments.port, "Of the live view; 0: any that is free (default 8765)")
  ->type_name("N")->check(CLI::Range(0, 65535))->needs("--view");
  command.add_option(
    "--address", arguments.address,
    "To listen at (default 127.0.0.1: this machine only; 0.0.0.0: for everybody in the network)")
  ->type_name("IP")->needs("--view");
  command.add_option(
    "--allow-origin", arguments.origins,
    "A web page of elsewhere that may connect, https://HOST; may be given again")
  ->type_name("URL")->allow_extra_args(false)->needs("--view");
  command.add_option(
    "--record", arguments.record_file, "Write a recording for ROS 2 tools and `replay`")
  ->type_name("FILE.mcap");
  command.add_option(
    "--snapshot", arguments.snapshots.file,
    "Keep where the run is in FILE, so that --continue can go on from it after a crash")
  ->type_name("FILE");
  command.add_option(
    "--snapshot-every", arguments.snapshots.period, "Time between snapshots (default 1) [s]")
  ->type_name("S")->check(CLI::PositiveNumber)->needs("--snapshot");
  command.add_option(
    "--continue", arguments.snapshots.continue_file,
    "Begin where a snapshot of this scenario is; with the same settings the run goes on bit by bit")
  ->type_name("FILE");
  command.add_flag(
    "--hash", arguments.has_hash, "Print a hash of the last state: equal runs have equal ones");
  command.add_flag("--real-time", arguments.is_real_time, "No faster than the clock");
  command.add_option(
    "--csv", arguments.csv_folder, "Write states.csv, contacts.csv and steps.csv to DIR")
  ->type_name("DIR");
  command.add_option(
    "--dump-failures", arguments.dump_folder,
    "Write contact problems that the solver fails on to DIR, as .ctp")
  ->type_name("DIR");
  command.add_option(
    "--report", arguments.report_folder,
    "Write a page with plots and the summary to DIR (index.html), each plot as SVG and its data\n"
    "as CSV")
  ->type_name("DIR");
  CLI::Option * quiet =
    command.add_flag("--quiet", arguments.is_quiet, "Print nothing but errors");
  command.add_flag(
    "--tui", arguments.has_screen,
    "Show robot, contacts, forces and the solver's figures in the terminal while it runs")
  ->excludes(quiet);
}

std::string key_line(const ParameterSpec & spec)
{
  const std::string unit = spec.unit == "-" ? "" : " [" + spec.unit + "]";
  return "  " + spec.name + std::string(spec.name.size() < 30 ? 30 - spec.name.size() : 1, ' ') +
         spec.description + unit + "\n";
}

/// The keys of --set, for the help.
std::string settable_keys()
{
  std::string text = "Keys of --set:\n";
  for (const ParameterSpec & spec : scenario_settings()) {
    text += key_line(spec);
  }
  text += "  materials.NAME.friction, materials.NAME.restitution\n";
  text += "  solver.PARAMETER              of the solver: see `contact_sim solvers`\n";
  text += "With --view or --record also:\n";
  for (const ParameterSpec & spec : live_settings()) {
    text += key_line(spec);
  }
  return text;
}

}  // namespace

CLI::App * add_run_command(CLI::App & app, RunArguments & arguments)
{
  CLI::App * command = app.add_subcommand("run", "Simulate a scenario and sum it up");
  command->add_option(
    "SCENARIO", arguments.scenario, "A scenario file (.yaml), or one of `contact_sim scenarios`")
  ->required()->type_name("");
  add_settings_options(*command, arguments);
  add_output_options(*command, arguments);
  command->footer(
    settable_keys() +
    "\nCtrl-C ends the run with the summary so far.\n\n"
    "Example:\n"
    "  contact_sim run humanoid_squat\n"
    "  contact_sim run falling_box --set materials.default.friction=0.1 --csv results\n"
    "  contact_sim run my.yaml --solver Dantzig --set solver.tolerance=1e-8 --duration 5\n\n"
    "Exit codes: 0 simulated (also up to Ctrl-C), 1 stopped by an error of the simulation,\n"
    "2 bad arguments or files.");
  return command;
}

int run_scenario(const RunArguments & arguments, std::ostream & output)
{
  const RunSettings settings = settings_of(arguments);
  ScenarioFile file = read_scenario(find_scenario(arguments.scenario));
  const std::string own_plugin = file.solver.plugin;
  apply_settings(settings.scenario, file);
  SolverPlugins plugins;
  const ChosenSolver solver = choose_solver(file, own_plugin, settings, plugins);
  const LiveOptions live = live_options(arguments, settings, file);
  if (live.is_live()) {
    file.solver = {solver.name, solver.values};
    file.duration = live.duration;
    const SessionOptions options = session_options(arguments, file.outputs);
    LiveRun run(file, live, options);
    run.run();
    const int code = report(run.session(), options, arguments.has_hash, output);
    if (!live.record_file.empty() && !options.is_quiet) {
      output << "written: " << live.record_file << " (" << run.recorded() << " messages)\n";
    }
    return code;
  }
  const ChosenSolver helper = choose_run_solver(kDefaultPlugin, {}, {}, plugins);
  const BuiltScenario scenario = build_world(file);
  const SessionOptions options = session_options(arguments, scenario.outputs);
  RunSession session(scenario, solver, helper, options);
  session.run();
  return report(session, options, arguments.has_hash, output);
}

}  // namespace contact_sim
