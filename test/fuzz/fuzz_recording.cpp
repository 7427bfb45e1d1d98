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

#include <string>

#include "contact_sim/stream/mcap_reader.hpp"
#include "contact_sim/stream/message_bytes.hpp"
#include "fuzz/fuzz_target.hpp"

namespace contact_sim::fuzz
{

/// A recording is read from its beginning to its end, as a replay does, with its messages.
void try_input(const std::string & input)
{
  const std::string path = as_file(input, ".mcap");
  is_taken(
    Place::kName, path, [&] {
      McapReader reader(path);
      for (std::size_t part = 0; part < reader.parts().size(); ++part) {
        for (const RecordedMessage & message : reader.read(part)) {
          if (message.channel < 0 ||
          message.channel >= static_cast<int>(reader.channels().size()))
          {
            fail("a message of a channel that is not there");
          }
        }
      }
    });
  for (const auto read : {
      +[] (const std::string & bytes) {read_joint_state(bytes);},
      +[] (const std::string & bytes) {read_wrench(bytes);},
      +[] (const std::string & bytes) {read_transforms(bytes);},
      +[] (const std::string & bytes) {read_diagnostics(bytes);}})
  {
    is_taken(Place::kNone, "", [&] {read(input);});
  }
}

}  // namespace contact_sim::fuzz
