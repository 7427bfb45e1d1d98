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

// What being seen costs the simulation: the CPU time that the thread which simulates needs for a
// step of the squatting humanoid, without anybody, with one client of a live view that gets
// everything at 60 Hz, and with a recording of everything at 1 kHz. All in one run, in turns, since
// machines change their speed: `benchmark_stream [rounds [steps]]`.
//
// It goes as fast as it can, which asks more of the other threads than real time does: 60 Hz of
// simulation time are some thousand frames a second.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "contact_sim/session/simulation_session.hpp"
#include "contact_sim/stream/live_view.hpp"
#include "contact_sim/stream/mcap_writer.hpp"
#include "contact_sim/stream/session_host.hpp"

namespace
{

using contact_sim::ByteSink;
using contact_sim::MessageWriter;
using contact_sim::Rates;
using contact_sim::SimulationSession;

constexpr double kViewBound = 1.02;
constexpr double kRecordBound = 1.05;

/// Reads all that a live view sends, in a thread of its own.
class Client
{
public:
  Client(int port, std::size_t channels)
  : socket_(::socket(AF_INET, SOCK_STREAM, 0))
  {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0) {
      throw std::runtime_error("the client cannot connect");
    }
    send_all(
      "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Protocol: foxglove.websocket.v1\r\n\r\n");
    subscribe(channels);
    thread_ = std::thread([this] {read();});
  }

  ~Client()
  {
    ::shutdown(socket_, SHUT_RDWR);
    thread_.join();
    ::close(socket_);
  }

  std::int64_t bytes() const {return bytes_;}

private:
  void send_all(const std::string & text)
  {
    if (::send(socket_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
      throw std::runtime_error("the client cannot send");
    }
  }

  void subscribe(std::size_t channels)
  {
    std::string json = "{\"op\":\"subscribe\",\"subscriptions\":[";
    for (std::size_t i = 0; i < channels; ++i) {
      const std::string number = std::to_string(i);
      json += (i == 0 ? "" : ",") + ("{\"id\":" + number) + ",\"channelId\":" + number + "}";
    }
    json += "]}";
    std::string frame{'\x81', '\xfe'};  // a text, masked, with 2 bytes of length
    frame.push_back(static_cast<char>(json.size() >> 8));
    frame.push_back(static_cast<char>(json.size()));
    send_all(frame + std::string(4, '\0') + json);
  }

  void read()
  {
    std::vector<char> buffer(1 << 16);
    while (true) {
      const ssize_t size = ::recv(socket_, buffer.data(), buffer.size(), 0);
      if (size <= 0) {
        return;
      }
      bytes_ += size;
    }
  }

  int socket_;
  std::atomic<std::int64_t> bytes_{0};
  std::thread thread_;
};

double thread_time()
{
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Rates all_at(double rate)
{
  Rates rates;
  rates.of.fill(rate);
  return rates;
}

/// CPU time of a step [s].
double time_of_step(SimulationSession & session, int steps)
{
  constexpr int kFirst = 200;  // memory is taken, the robot has landed
  double begin = 0.0;
  std::promise<double> taken;
  session.add_observer(
    [&, made = 0](const contact_sim::State &, const contact_sim::StepRecord &) mutable {
      if (++made == kFirst) {
        begin = thread_time();
      } else if (made == kFirst + steps) {
        taken.set_value((thread_time() - begin) / steps);
        session.finish();
      }
    });
  session.start();
  const double time = taken.get_future().get();
  session.stop();
  return time;
}

std::unique_ptr<SimulationSession> squat()
{
  return std::make_unique<SimulationSession>(
    contact_sim::ParameterMap{
      {"scenario", std::string("humanoid_squat")}, {"real_time_factor", 0.0}},
    [](bool, const std::string & message) {std::fprintf(stderr, "%s\n", message.c_str());});
}

double alone(int steps)
{
  return time_of_step(*squat(), steps);
}

double with_client(int steps)
{
  const auto session = squat();
  contact_sim::SessionHost host(*session);
  contact_sim::ServerOptions options;
  options.port = 0;
  contact_sim::LiveView view(host, options);
  MessageWriter writer(view);
  writer.send_scene(*session);
  session->add_output(writer, all_at(60.0), false);
  view.start();
  const std::string url = view.url();
  const Client client(std::stoi(url.substr(url.rfind(':') + 1)), host.channels().size());
  while (view.client_count() == 0) {
    std::this_thread::yield();
  }
  const double time = time_of_step(*session, steps);
  if (client.bytes() < 100 * steps) {
    std::fprintf(stderr, "the client got %lld bytes only\n", static_cast<long long>(client.bytes()));  // NOLINT
  }
  return time;
}

double with_recording(int steps)
{
  const auto session = squat();
  const std::filesystem::path path = std::filesystem::temp_directory_path() /
    ("benchmark_stream_" + std::to_string(::getpid()) + ".mcap");
  contact_sim::McapWriter recorder(path, contact_sim::session_channels(*session));
  MessageWriter writer(recorder);
  writer.send_scene(*session);
  session->add_output(writer, {all_at(1000.0), true, false, 10.0});
  const double time = time_of_step(*session, steps);
  recorder.close();
  std::filesystem::remove(path);
  return time;
}

double median(std::vector<double> values)
{
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char ** argv)
{
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 11;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 5000;
  ::setenv("AMENT_PREFIX_PATH", CONTACT_SIM_STAGE, 1);
  std::vector<double> times, view_ratios, record_ratios;
  for (int round = 0; round < rounds; ++round) {
    const double before = alone(steps);
    const double view = with_client(steps);
    const double record = with_recording(steps);
    const double step = 0.5 * (before + alone(steps));  // of both sides
    times.push_back(step);
    view_ratios.push_back(view / step);
    record_ratios.push_back(record / step);
  }
  std::printf("humanoid_squat, %d rounds of %d steps, CPU time of a step\n", rounds, steps);
  std::printf("alone                      %8.2f us\n", 1e6 * median(times));
  std::printf(
    "one client at 60 Hz        %8.3f x   bound %.2f\n", median(view_ratios), kViewBound);
  std::printf(
    "recording at 1 kHz         %8.3f x   bound %.2f\n", median(record_ratios), kRecordBound);
  return 0;
}
