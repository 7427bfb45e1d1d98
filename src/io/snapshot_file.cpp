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


#include "contact_sim/io/snapshot_file.hpp"

#include <charconv>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "io/tokens.hpp"

namespace contact_sim
{

namespace
{

constexpr std::int64_t kVersion = 1;
constexpr std::int64_t kCommandNumbers = 4;
constexpr std::int64_t kWarmNumbers = 7;  ///< place, angle and impulse

/// Reads one stream.
class SnapshotReader
{
public:
  SnapshotReader(std::istream & input, const std::string & name)
  : reader_(input, name) {}

  SnapshotFile read()
  {
    SnapshotFile file;
    expect("snapshot");
    const std::int64_t version = whole<std::int64_t>("the version of the format");
    if (version != kVersion) {
      reader_.refuse(
        reader_.line(), "expected version " + std::to_string(kVersion) + " of the format, found " +
        std::to_string(version));
    }
    State & state = file.snapshot.state;
    expect("step");
    state.step = whole<std::int64_t>("the number of steps");
    expect("time");
    state.time = numbers(1, "time")[0];
    state.q = vector("q");
    state.v = vector("v");
    read_command(file.snapshot.command);
    read_warm_start(file.snapshot.warm_start);
    expect("end");
    if (reader_.next_word()) {
      reader_.refuse(
        reader_.line(), "expected nothing after 'end', found " + in_quotes(reader_.word()));
    }
    file.scenario = fact("scenario");
    file.joints = fact("joints");
    return file;
  }

private:
  void expect(const std::string & word)
  {
    if (!reader_.next_word()) {
      reader_.refuse_end("'" + word + "'");
    }
    if (reader_.word() != word) {
      reader_.refuse(
        reader_.line(), "expected '" + word + "', found " + in_quotes(reader_.word()));
    }
  }

  template<typename Whole>
  Whole whole(const std::string & what)
  {
    if (!reader_.next_word()) {
      reader_.refuse_end(what);
    }
    const std::string & word = reader_.word();
    Whole value = 0;
    const auto end = std::from_chars(word.data(), word.data() + word.size(), value);
    if (end.ec != std::errc() || end.ptr != word.data() + word.size() || value < Whole{0}) {
      reader_.refuse(
        reader_.line(), "expected " + what + ", a whole number, found " + in_quotes(word));
    }
    return value;
  }

  std::vector<double> numbers(std::int64_t count, const std::string & place)
  {
    std::vector<double> values;
    reader_.read_numbers(
      count, place, values, nullptr, std::numeric_limits<double>::max());
    return values;
  }

  std::int64_t size(const std::string & word)
  {
    expect(word);
    return reader_.read_size("number of entries of " + word, "how many entries " + word + " has");
  }

  Eigen::VectorXd vector(const std::string & word)
  {
    const std::vector<double> values = numbers(size(word), word);
    return Eigen::Map<const Eigen::VectorXd>(values.data(), values.size());
  }

  void read_command(Command & command)
  {
    const std::int64_t count = size("command");
    command = Command(static_cast<int>(count));
    for (std::int64_t dof = 0; dof < count; ++dof) {
      const std::vector<double> row = numbers(kCommandNumbers, "a row of command");
      const bool is_mode = row[0] == 0.0 || row[0] == 1.0 || row[0] == 2.0 || row[0] == 3.0;
      if (!is_mode) {
        reader_.refuse(reader_.line(), "expected a mode from 0 to 3 at the beginning of the row");
      }
      command.mode[dof] = static_cast<CommandMode>(static_cast<char>(row[0]));
      command.position[dof] = row[1];
      command.velocity[dof] = row[2];
      command.effort[dof] = row[3];
    }
  }

  /// The memory grows with what is there.
  void read_warm_start(std::vector<WarmContact> & contacts)
  {
    const std::int64_t count = size("warm_start");
    for (std::int64_t i = 0; i < count; ++i) {
      WarmContact contact;
      contact.pair = whole<std::uint64_t>("the pair of a contact");
      contact.key = whole<std::uint64_t>("the key of a contact");
      contact.code = whole<std::uint64_t>("the code of a contact");
      const std::vector<double> row = numbers(kWarmNumbers, "a row of warm_start");
      contact.place = Eigen::Vector3d(row[0], row[1], row[2]);
      contact.angle = row[3];
      contact.impulse = Eigen::Vector3d(row[4], row[5], row[6]);
      contacts.push_back(contact);
    }
  }

  std::string fact(const std::string & key) const
  {
    const auto found = reader_.facts().find(key);
    if (found == reader_.facts().end()) {
      reader_.refuse(1, "expected a line '# " + key + ": ...', found none");
    }
    return found->second;
  }

  TokenReader reader_;
};

}  // namespace

std::string joints_fingerprint(const Model & model)
{
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  const auto mix = [&](const std::string & text) {
      for (const char c : text + '\n') {
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
      }
    };
  for (int body = 1; body < model.body_count(); ++body) {
    mix(model.joint(body).name);
    mix(to_string(model.joint_type(body)));
  }
  std::string digits(16, '0');
  for (int i = 0; i < 16; ++i) {
    digits[i] = "0123456789abcdef"[(hash >> (60 - 4 * i)) & 15u];
  }
  return digits;
}

SnapshotFile read_snapshot_file(const std::string & path)
{
  SnapshotFile file;
  read_from(path, [&](std::istream & input) {file = read_snapshot(input, path);});
  return file;
}

SnapshotFile read_snapshot(std::istream & input, const std::string & name)
{
  return SnapshotReader(input, name).read();
}

void write_snapshot_file(const std::string & path, const SnapshotFile & file)
{
  write_to(path, [&](std::ostream & output) {write_snapshot(output, file);});
}

void write_snapshot(std::ostream & output, const SnapshotFile & file)
{
  const Facts facts{{"scenario", file.scenario}, {"joints", file.joints}};
  check_facts(facts);
  write_head(output, facts);
  const State & state = file.snapshot.state;
  output << "snapshot " << kVersion << "\nstep " << state.step << "\ntime " << state.time <<
    "\nq " << state.q.size() << "\n";
  write_row(output, state.q);
  output << "v " << state.v.size() << "\n";
  write_row(output, state.v);
  const Command & command = file.snapshot.command;
  output << "command " << command.mode.size() << "\n";
  for (std::size_t dof = 0; dof < command.mode.size(); ++dof) {
    output << static_cast<int>(command.mode[dof]) << " " << command.position[dof] << " " <<
      command.velocity[dof] << " " << command.effort[dof] << "\n";
  }
  output << "warm_start " << file.snapshot.warm_start.size() << "\n";
  for (const WarmContact & contact : file.snapshot.warm_start) {
    output << contact.pair << " " << contact.key << " " << contact.code << " " <<
      contact.place.x() << " " << contact.place.y() << " " << contact.place.z() << " " <<
      contact.angle << " ";
    write_row(output, contact.impulse);
  }
  output << "end\n";
}

void check_snapshot(
  const SnapshotFile & file, const std::string & scenario, const Model & model)
{
  if (file.scenario != scenario) {
    throw std::invalid_argument(
            "expected a snapshot of scenario '" + scenario + "', found one of '" + file.scenario +
            "'");
  }
  if (file.joints != joints_fingerprint(model)) {
    throw std::invalid_argument(
            "expected a snapshot of the joints of '" + scenario + "', found one of other joints: "
            "the scenario or a URDF was changed since it was written");
  }
}

}  // namespace contact_sim
