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

#include "contact_sim/io/lcp_file.hpp"
#include "fuzz/fuzz_target.hpp"

namespace contact_sim::fuzz
{

/// What the reader takes is a problem that solvers take, and that is written.
void try_input(const std::string & input)
{
  constexpr const char * kName = "some/problem.lcp";
  LcpFile file;
  const auto read = [&] {
      std::istringstream stream(input);
      file = read_lcp(stream, kName);
    };
  if (is_taken(Place::kLine, kName, read)) {
    check_problem(file.problem);
    known_solution(file);
    expects_no_solution(file);
  }
}

}  // namespace contact_sim::fuzz
