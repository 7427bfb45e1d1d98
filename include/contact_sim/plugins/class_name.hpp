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

#ifndef CONTACT_SIM__PLUGINS__CLASS_NAME_HPP_
#define CONTACT_SIM__PLUGINS__CLASS_NAME_HPP_

#include <string>

#include "contact_sim/contact/contact_solver.hpp"

namespace contact_sim
{

/// The class of a solver as C++ spells it, whatever name it was asked for by.
std::string class_name(const ContactSolver & solver);

}  // namespace contact_sim

#endif  // CONTACT_SIM__PLUGINS__CLASS_NAME_HPP_
