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

#ifndef APP__FAILURE_DUMP_HPP_
#define APP__FAILURE_DUMP_HPP_

#include <set>
#include <string>

#include "contact_sim/io/ctp_file.hpp"
#include "report.hpp"

namespace contact_sim
{

/// Keeps the contact problems that a solver failed on, to be looked at later.
class FailureDump
{
public:
  /// Makes the folder where it is not there yet; an empty name keeps nothing.
  /// \throws std::runtime_error where the folder cannot be made
  explicit FailureDump(const std::string & folder);

  /// Writes FOLDER/<name>_<solver>.ctp if the record is a failure, with solver, status and detail
  /// as facts, and notes the path in the record. What a solver is not made for is no failure.
  /// \throws std::runtime_error where the file cannot be written
  void keep(const CtpFile & file, SolveRecord & record);

private:
  std::string free_path(const SolveRecord & record);

  std::string folder_;
  std::set<std::string> written_;
};

}  // namespace contact_sim

#endif  // APP__FAILURE_DUMP_HPP_
