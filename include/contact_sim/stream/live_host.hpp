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

#ifndef CONTACT_SIM__STREAM__LIVE_HOST_HPP_
#define CONTACT_SIM__STREAM__LIVE_HOST_HPP_

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/lcp/parameters.hpp"
#include "contact_sim/session/messages.hpp"
#include "contact_sim/stream/channels.hpp"

namespace contact_sim
{

enum class ServiceType {kTrigger, kSetBool};  ///< of std_srvs

struct LiveService
{
  std::string name;
  ServiceType type{ServiceType::kTrigger};
};

/// What a live view shows and acts upon: a simulation, or a recording. Calls come from the server's
/// thread; what they throw is told to the client that asked.
class LiveHost
{
public:
  virtual ~LiveHost() = default;

  virtual std::string name() const = 0;
  virtual const std::vector<StreamChannel> & channels() const = 0;

  /// By the names that a client sees.
  virtual ParameterMap parameters() const = 0;
  /// Takes all or nothing. \throws std::invalid_argument with the reason
  virtual void set_parameters(const ParameterMap & changes) = 0;

  virtual const std::vector<LiveService> & services() const = 0;
  /// \param service index into services()
  /// \param flag that a kSetBool brings
  /// \return what to say of it
  virtual std::string call(int service, bool flag) = 0;

  /// Whether fetch_asset() has anything to give.
  virtual bool has_assets() const {return false;}
  /// A file that a client needs to draw what it is told about, by the name that it was told.
  /// \throws std::exception where there is none that is to be given
  virtual std::shared_ptr<const std::string> fetch_asset(const std::string & uri)
  {
    throw std::runtime_error("there is nothing to fetch here: '" + uri.substr(0, 200) + "'");
  }

  virtual bool takes_commands() const = 0;
  virtual void command(const JointStateMessage & message) = 0;
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__LIVE_HOST_HPP_
