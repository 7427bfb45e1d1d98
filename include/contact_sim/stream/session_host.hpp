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

#ifndef CONTACT_SIM__STREAM__SESSION_HOST_HPP_
#define CONTACT_SIM__STREAM__SESSION_HOST_HPP_

#include <memory>
#include <string>
#include <vector>

#include "contact_sim/session/simulation_session.hpp"
#include "contact_sim/stream/asset_files.hpp"
#include "contact_sim/stream/live_host.hpp"

namespace contact_sim
{

/// A running simulation in a live view, under the names that foxglove_bridge gives those of the
/// node.
class SessionHost : public LiveHost
{
public:
  /// \param session has to live as long
  explicit SessionHost(SimulationSession & session);

  std::string name() const override;
  const std::vector<StreamChannel> & channels() const override {return channels_;}
  ParameterMap parameters() const override;
  void set_parameters(const ParameterMap & changes) override;
  const std::vector<LiveService> & services() const override {return services_;}
  std::string call(int service, bool flag) override;
  bool has_assets() const override {return true;}
  std::shared_ptr<const std::string> fetch_asset(const std::string & uri) override
  {
    return meshes_.read(uri);
  }
  bool takes_commands() const override {return true;}
  void command(const JointStateMessage & message) override {session_.command(message);}

private:
  SimulationSession & session_;
  std::vector<StreamChannel> channels_;
  std::vector<LiveService> services_;
  AssetFiles meshes_;  ///< of the server's thread
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__STREAM__SESSION_HOST_HPP_
