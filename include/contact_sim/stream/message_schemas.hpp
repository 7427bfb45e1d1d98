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

#ifndef CONTACT_SIM__STREAM__MESSAGE_SCHEMAS_HPP_
#define CONTACT_SIM__STREAM__MESSAGE_SCHEMAS_HPP_

#include <string>

namespace contact_sim
{

/// What "ros2msg" says of a message type or of one side of a service, "sensor_msgs/msg/JointState"
/// or "std_srvs/srv/SetBool_Request" for example: its definition, then those that it needs, each
/// behind a line of 80 `=` and its name.
/// \throws std::invalid_argument for a type that is not known here
std::string message_schema(const std::string & type);

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__MESSAGE_SCHEMAS_HPP_
