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
// everything at 60 Hz, and with a recording of everything at 1 kHz: `benchmark_stream [rounds
// [steps]]`.
//
// Machines change their speed, and other programs take cache and clock. So rounds are short and
// many; each run stands between two runs without anybody, and only its ratio to these two counts;
// of the ratios the median is told, with the interval that holds the true one with 95 %.
//
// It goes as fast as it can, which asks more of the other threads than real time does: 60 Hz of
// simulation time are some thousand frames a second.
//
// `benchmark_stream --only alone|client|recording STEPS` makes one run; instructions_stream.py
// counts its instructions with valgrind, which no other program disturbs.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
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
    wait_for_answer();
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

  /// Byte by byte: what is behind the answer is the first message.
  void wait_for_answer()
  {
    std::string answer;
    char byte = 0;
    while (answer.find("\r\n\r\n") == std::string::npos) {
      if (::recv(socket_, &byte, 1, 0) != 1) {
        throw std::runtime_error("the client was refused: " + answer);
      }
      answer.push_back(byte);
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
    std::fprintf(stderr, "the client got %s bytes only\n", std::to_string(client.bytes()).c_str());
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

/// A median, and the interval that holds the true one with 95 %: ranks of the sorted values, by the
/// normal approximation of the binomial distribution.
struct Median
{
  explicit Median(std::vector<double> values)
  {
    std::sort(values.begin(), values.end());
    const double count = static_cast<double>(values.size());
    const double half = 0.98 * std::sqrt(count);
    const auto at = [&](double rank) {
        return values[static_cast<std::size_t>(std::clamp(rank, 0.0, count - 1.0))];
      };
    middle = at(0.5 * (count - 1.0));
    low = at(std::floor(0.5 * (count - 1.0) - half));
    high = at(std::ceil(0.5 * (count - 1.0) + half));
  }

  double middle;
  double low;
  double high;
};

void tell(const char * name, const std::vector<double> & ratios, double bound)
{
  const Median ratio(ratios);
  const char * verdict = ratio.high <= bound ? "kept" : ratio.low > bound ? "NOT KEPT" :
    ratio.middle <= bound ? "kept, within what can be told" : "not kept, within what can be told";
  std::printf(
    "%-24s %8.3f x  (%.3f to %.3f)   bound %.2f: %s\n", name, ratio.middle, ratio.low, ratio.high,
    bound, verdict);
}

int run_only(const std::string & which, int steps)
{
  const auto run = which == "alone" ? alone : which == "client" ? with_client :
    which == "recording" ? with_recording : nullptr;
  if (run == nullptr || steps < 1) {
    std::fprintf(stderr, "usage: benchmark_stream --only alone|client|recording STEPS\n");
    return 2;
  }
  std::printf("%.3f us a step\n", 1e6 * run(steps));
  return 0;
}

}  // namespace

int main(int argc, char ** argv)
{
  ::setenv("AMENT_PREFIX_PATH", CONTACT_SIM_STAGE, 1);
  if (argc > 3 && std::string(argv[1]) == "--only") {
    return run_only(argv[2], std::atoi(argv[3]));
  }
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 101;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 1000;
  if (rounds < 1 || steps < 1) {
    std::fprintf(stderr, "usage: benchmark_stream [rounds [steps]]\n");
    return 2;
  }
  std::vector<double> times, view_ratios, record_ratios, noise;
  double before = alone(steps);
  for (int round = 0; round < rounds; ++round) {
    const double view = with_client(steps);
    const double between = alone(steps);
    const double record = with_recording(steps);
    const double after = alone(steps);
    times.push_back(between);
    noise.push_back(2.0 * between / (before + after));
    view_ratios.push_back(2.0 * view / (before + between));
    record_ratios.push_back(2.0 * record / (between + after));
    before = after;
  }
  std::printf("humanoid_squat, %d rounds of %d steps, CPU time of a step\n", rounds, steps);
  std::printf("%-24s %8.2f us\n", "alone", 1e6 * Median(times).middle);
  const Median same(noise);
  std::printf(
    "%-24s %8.3f x  (%.3f to %.3f)   should be 1\n", "alone against alone", same.middle, same.low,
    same.high);
  tell("one client at 60 Hz", view_ratios, kViewBound);
  tell("recording at 1 kHz", record_ratios, kRecordBound);
  return 0;
}
