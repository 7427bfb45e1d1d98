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

#ifndef SUPPORT__FAMILIES_HPP_
#define SUPPORT__FAMILIES_HPP_

#include "contact_sim/families/contact_factory.hpp"
#include "contact_sim/families/lcp_factory.hpp"
#include "contact_sim/families/nonconvex_factory.hpp"
#include "contact_sim/families/papers.hpp"

namespace contact_sim::testing
{

/// A test need not know which of its problems come from the room and which from test/support.
using namespace families;  // NOLINT(build/namespaces)

}  // namespace contact_sim::testing

#endif  // SUPPORT__FAMILIES_HPP_
