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

#include <sstream>
#include <string>

#include "contact_sim/io/ctp_file.hpp"
#include "fuzz/fuzz_target.hpp"

namespace contact_sim::fuzz
{

namespace
{

constexpr const char * kName = "some/problem.ctp";

CtpFile read(const std::string & text)
{
  std::istringstream stream(text);
  return read_ctp(stream, kName);
}

}  // namespace

/// What the reader takes is a problem that solvers take, and is written so that it reads back.
void try_input(const std::string & input)
{
  CtpFile file;
  if (!is_taken(Place::kLine, kName, [&] {file = read(input);})) {
    return;
  }
  file.problem.check();
  std::ostringstream written;
  try {
    write_ctp(written, file);
  } catch (const std::invalid_argument &) {
    return;  // a free velocity beyond double
  }
  const CtpFile again = read(written.str());
  if (again.problem.size() != file.problem.size() || again.facts != file.facts ||
    again.problem.group_count() != file.problem.group_count())
  {
    fail("what was written reads back as something else");
  }
}

}  // namespace contact_sim::fuzz
