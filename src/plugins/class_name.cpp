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

#include "contact_sim/plugins/class_name.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <typeinfo>

namespace contact_sim
{

std::string class_name(const ContactSolver & solver)
{
  const std::string mangled = typeid(solver).name();
  int failed = 0;
  char * const demangled = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &failed);
  const std::string name = failed == 0 ? demangled : mangled;
  std::free(demangled);
  return name;
}

}  // namespace contact_sim
