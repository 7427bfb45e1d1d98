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

#include "replay_command.hpp"

#include <chrono>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <thread>

#include "contact_sim/stream/live_view.hpp"
#include "contact_sim/stream/mcap_reader.hpp"
#include "contact_sim/stream/player.hpp"
#include "interrupt.hpp"
#include "replay_line.hpp"
#include "text_table.hpp"

namespace contact_sim
{

namespace
{

constexpr std::chrono::milliseconds kLook{50};

double seconds(std::int64_t time)
{
  return 1e-9 * static_cast<double>(time);
}

void write_summary(const McapReader & reader, const std::string & file, std::ostream & output)
{
  output << file << ": " << reader.message_count() << " messages, " << std::fixed <<
    std::setprecision(3) << seconds(reader.end() - reader.begin()) << " s from " <<
    seconds(reader.begin()) << " s on";
  if (!reader.is_whole()) {
    output << "; cut off: its writer was stopped in the middle";
  }
  output << "\n\n";
  using Align = TextTable::Align;
  TextTable table({Align::kLeft, Align::kLeft, Align::kRight});
  table.add_row({"topic", "type", "messages"});
  for (std::size_t i = 0; i < reader.channels().size(); ++i) {
    table.add_row(
      {reader.channels()[i].topic, reader.channels()[i].type,
        std::to_string(reader.counts()[i])});
  }
  table.write(output);
  output.flush();
}

/// Until Ctrl-C: it can be wound back at its end.
void show(McapReader & reader, const ReplayArguments & arguments, std::ostream & output)
{
  PlayerHost host(
    "contact_sim: " + std::filesystem::path(arguments.file).filename().string(), reader);
  ServerOptions options;
  options.address = arguments.address;
  options.port = arguments.port;
  options.origins = arguments.origins;
  options.files = viewer_files();
  LiveView view(host, options);
  Player player(reader, view, arguments.speed);
  host.set_player(player);
  const Interrupt interrupt;
  view.start();
  player.start();
  output << "\nreplay: " << view.url() << " (Ctrl-C ends it)" << std::endl;
  while (!interrupt.is_requested()) {
    std::this_thread::sleep_for(kLook);
    view.publish_parameters();
  }
  player.stop();
  view.stop();
}

/// To its end, or Ctrl-C.
void play(McapReader & reader, const ReplayArguments & arguments)
{
  ReplayLine line(reader.channels(), seconds(reader.end()));
  Player player(reader, line, arguments.speed);
  const Interrupt interrupt;
  player.start();
  while (!interrupt.is_requested() && !player.status().is_at_end) {
    std::this_thread::sleep_for(kLook);
    line.show();
  }
  player.stop();
  line.finish();
}

}  // namespace

CLI::App * add_replay_command(CLI::App & app, ReplayArguments & arguments)
{
  CLI::App * command = app.add_subcommand("replay", "Sum a recording up, and play it");
  command->add_option("FILE", arguments.file, "A recording (.mcap) of `contact_sim run --record`")
  ->required()->type_name("");
  command->add_option(
    "--speed", arguments.speed, "Of real time (default 1); 0: as fast as possible")
  ->type_name("X");
  command->add_flag("--view", arguments.has_view, "Show it in the browser, with a timeline");
  command->add_option(
    "--port", arguments.port, "Of the view; 0: any that is free (default 8765)")
  ->type_name("N")->check(CLI::Range(0, 65535))->needs("--view");
  command->add_option(
    "--address", arguments.address, "To listen at (default 127.0.0.1: this machine only)")
  ->type_name("IP")->needs("--view");
  command->add_option(
    "--allow-origin", arguments.origins, "A web page of elsewhere that may connect, https://HOST")
  ->type_name("URL")->allow_extra_args(false)->needs("--view");
  command->footer(
    "Without --view it plays as a line in the terminal. A recording that was cut off plays up to\n"
    "its last whole chunk.\n\n"
    "Example:\n"
    "  contact_sim run humanoid_squat --record squat.mcap\n"
    "  contact_sim replay squat.mcap --speed 0.5 --view\n\n"
    "Exit codes: 0 played (also up to Ctrl-C), 2 bad arguments or file.");
  return command;
}

int run_replay(const ReplayArguments & arguments, std::ostream & output)
{
  McapReader reader(arguments.file);
  write_summary(reader, arguments.file, output);
  if (arguments.has_view) {
    show(reader, arguments, output);
  } else if (reader.message_count() > 0) {
    play(reader, arguments);
  }
  return 0;
}

}  // namespace contact_sim
