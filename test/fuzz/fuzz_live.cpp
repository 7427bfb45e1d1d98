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

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "contact_sim/stream/live_view.hpp"
#include "fuzz/fuzz_target.hpp"

namespace contact_sim::fuzz
{

namespace
{

/// What a simulation would take, without one.
class Host : public LiveHost
{
public:
  std::string name() const override {return "fuzz";}
  const std::vector<StreamChannel> & channels() const override {return channels_;}
  ParameterMap parameters() const override {return parameters_;}

  void set_parameters(const ParameterMap & changes) override
  {
    for (const auto & [name, value] : changes) {
      const auto known = parameters_.find(name);
      if (known == parameters_.end() || known->second.index() != value.index()) {
        throw std::invalid_argument("no parameter '" + name + "', or of another type");
      }
    }
    for (const auto & [name, value] : changes) {
      parameters_[name] = value;
    }
    ++counts().taken;
  }

  const std::vector<LiveService> & services() const override {return services_;}

  std::string call(int service, bool flag) override
  {
    if (service == 1) {
      throw std::runtime_error("this one always fails");
    }
    ++counts().taken;
    return flag ? "paused" : "running";
  }

  bool takes_commands() const override {return true;}
  void command(const JointStateMessage &) override {++counts().taken;}

private:
  std::vector<StreamChannel> channels_{
    {"/clock", "rosgraph_msgs/msg/Clock", "builtin_interfaces/Time clock\n", false},
    {"/robot_description", "std_msgs/msg/String", "string data\n", true}};
  std::vector<LiveService> services_{
    {"/simulator/pause", ServiceType::kSetBool}, {"/simulator/step", ServiceType::kTrigger}};
  ParameterMap parameters_{
    {"/simulator.scenario", std::string("humanoid")}, {"/simulator.step", 0.001},
    {"/simulator.threads", std::int64_t{1}}, {"/simulator.markers.cones", false}};
};

ServerOptions any_port()
{
  ServerOptions options;
  options.port = 0;
  return options;
}

}  // namespace

/// A conversation: each line is a frame, of text where it begins with `{` or `[`, of bytes where it
/// begins with `=`. Whatever is said, the view survives it.
void try_input(const std::string & input)
{
  static Host host;
  static LiveView view(host, any_port());
  static ClientId id = 0;
  // The private base of the view: the server calls it, whose part is taken here.
  auto & listener = (ServerListener &)view;  // NOLINT(readability/casting)
  listener.opened(++id);
  for (std::size_t begin = 0; begin < input.size(); ) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    const std::string frame = input.substr(begin, end - begin);
    const bool is_bytes = !frame.empty() && frame[0] == '=';
    listener.received(id, is_bytes ? frame.substr(1) : frame, !is_bytes);
    begin = end + 1;
  }
  view.send(0, 5, "clock");
  view.publish_parameters();
  listener.closed(id);
  if (view.client_count() != 0) {
    fail("a client is still counted");
  }
}

}  // namespace contact_sim::fuzz
