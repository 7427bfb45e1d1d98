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

#ifndef CONTACT_SIM__IO__MOTION_FILE_HPP_
#define CONTACT_SIM__IO__MOTION_FILE_HPP_

#include <istream>
#include <string>

#include "contact_sim/simulation/motion.hpp"

namespace contact_sim
{

/// Reads keyframes from a CSV file: the first line names the columns, `time` and then the joints;
/// `velocity:NAME` is the velocity of a joint (all joints or none have one). A line a keyframe.
/// Empty lines and lines that begin with `#` are passed over.
///
///     time, left_knee, right_knee
///     0.0,  0.0,       0.0
///     0.5,  0.8,       0.8
/// \throws std::runtime_error "FILE:LINE: expected …, found …" for a file that cannot be read, a
///   column that is given twice or is missing, a line of another length, a number that is none or
///   not finite, or times that do not ascend
Keyframes read_motion_file(const std::string & path);

/// The same from a stream; `name` stands for the file in messages.
Keyframes read_motion(std::istream & input, const std::string & name);

}  // namespace contact_sim

#endif  // CONTACT_SIM__IO__MOTION_FILE_HPP_
