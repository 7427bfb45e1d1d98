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

#ifndef CONTACT_SIM__IO__CTP_FILE_HPP_
#define CONTACT_SIM__IO__CTP_FILE_HPP_

#include <istream>
#include <map>
#include <ostream>
#include <string>

#include "contact_sim/contact/contact_problem.hpp"

namespace contact_sim
{

/// A problem of the `.ctp` format: `nv`, `nc` and `d`, then the blocks `mass` (or `inverse_mass`),
/// `Jn`, `Jt`, `bn`, `bt` and `mu`, each once and in any order. Comments and facts: see LcpFile.
///
/// Contacts that are sides of groups (NonconvexLaw) are told by one more block, `groups`: how many,
/// then for each the number of its sides and the contacts, from 0. With the block `epsilon` (one
/// number, [m/s]) the groups are meant in the summation form, else in the max form. Files without
/// groups are as they were; who does not know the block refuses it, and does not solve another
/// problem.
///
/// Read, the mass is factored into M = G Gᵀ and a contact has the columns Â = G⁻¹Jᵀ, on the rows
/// that are not zero in it. A file has b and no v: it becomes gap_rate and tangential_rate, k = 0.
struct CtpFile
{
  ContactProblem problem;
  std::map<std::string, std::string> facts;  ///< by key; of a key given twice the last value
};

/// \throws std::runtime_error "FILE:LINE: expected …, found …" for a file that cannot be read or
///   is not as the format says; also for a mass that is not symmetric positive definite (an
///   inverse mass may be zero where a mass is infinite), a contact that moves nothing, μ < 0
CtpFile read_ctp_file(const std::string & path);

/// The same from a stream; `name` stands for the file in messages.
CtpFile read_ctp(std::istream & input, const std::string & name);

/// Writes the file whole or not at all, with numbers that read back bit for bit; the mass is the
/// identity, since a problem is kept in factors, and b is its free velocity. A polygon's angle is
/// written as turned tangents. An existing file is replaced.
/// \throws std::invalid_argument for what could not be read back: a bad problem or fact, or
///   frictional contacts with different numbers of directions
/// \throws std::runtime_error where the file cannot be written; what was there before stays
void write_ctp_file(const std::string & path, const CtpFile & file);

/// The same to a stream.
void write_ctp(std::ostream & output, const CtpFile & file);

}  // namespace contact_sim

#endif  // CONTACT_SIM__IO__CTP_FILE_HPP_
