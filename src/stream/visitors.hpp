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

#ifndef STREAM__VISITORS_HPP_
#define STREAM__VISITORS_HPP_

#include <string>
#include <vector>

namespace contact_sim
{

/// Whether a visitor may come in, by what its browser says of itself; empty: yes, else the reason.
///
/// \param host what it calls this machine: an IP address, "localhost" or its name, since any other
///   name may belong to a stranger who points it here
/// \param origin the page that connects: none (not a browser), one from here, of Foxglove, of a
///   file of this machine (the desktop applications), or of those in `origins`
/// \param address that is listened at
std::string refuse_visitor(
  const std::string & host, const std::string & origin, const std::string & address,
  const std::vector<std::string> & origins);

/// Whether a text is what a browser gives as an Origin: scheme, host and perhaps a port, no path.
bool is_origin(const std::string & text);

/// Of those that the client offers the first that is spoken here; empty: none.
std::string choose_subprotocol(const std::string & offered);

}  // namespace contact_sim

#endif  // STREAM__VISITORS_HPP_
