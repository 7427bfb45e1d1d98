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

#include "live_run.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <mutex>
#include <thread>
#include <utility>

#include "contact_sim/session/simulation_session.hpp"
#include "contact_sim/stream/channels.hpp"
#include "contact_sim/stream/live_view.hpp"
#include "contact_sim/stream/mcap_writer.hpp"
#include "contact_sim/stream/session_host.hpp"

namespace contact_sim
{

namespace
{

using Clock = std::chrono::steady_clock;

constexpr double kViewRate = 60.0;         ///< of what is drawn [Hz]
constexpr double kDiagnosticsRate = 10.0;  ///< for plots [Hz]
constexpr std::chrono::milliseconds kLook{20};

/// Defaults of a run that is looked at.
ParameterMap parameters_of(const LiveOptions & live, const ScenarioFile & file, bool is_real_time)
{
  ParameterMap values{
    {"scenario", file.name}, {"rates.diagnostics", kDiagnosticsRate},
    {"thread_priority", std::int64_t{0}},  // a viewer sees no millisecond
    {"real_time_factor", live.has_view || is_real_time ? 1.0 : 0.0}};
  if (file.options.on_failure == OnSolverFailure::kStop) {
    values["on_solver_failure"] = std::string("stop");
  }
  if (live.has_view) {
    for (const char * rate : rate_names()) {
      values[rate] = kViewRate;
    }
  }
  for (const auto & [name, value] : live.parameters) {
    values[name] = value;
  }
  return values;
}

/// Of a recording: those that are set, else those of a node; a view has its own.
Rates recorded_rates(const ParameterMap & set)
{
  Rates rates;
  for (int i = 0; i < kChannels; ++i) {
    const auto found = set.find(rate_names()[i]);
    if (found != set.end()) {
      rates.of[i] = std::get<double>(found->second);
    }
  }
  return rates;
}

std::int64_t wall_stamp()
{
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
    std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

class LiveRun::Implementation
{
public:
  Implementation(
    const ScenarioFile & file, const LiveOptions & live, const SessionOptions & options)
  : live_(live),
    session_(
      parameters_of(live, file, options.is_real_time), file,
      [this](bool is_fatal, const std::string & message) {report(is_fatal, message);}),
    run_(session_.scenario(), session_.solver(), session_.helper(), run_options(options))
  {
    session_.add_observer(
      [this](const State & state, const StepRecord & record) {observe(state, record);});
    session_.add_watcher([this](const Simulation & simulation) {run_.watch(simulation);});
    if (run_.beginning()) {
      session_.set_beginning(*run_.beginning());
    }
    session_.on_solver_failure(
      [this](const ContactProblem & problem, const ContactSolution & solution) {
        run_.keep(problem, solution);
      });
    if (live.has_view) {
      open_view();
    }
    if (!live.record_file.empty()) {
      open_recording();
    }
  }

  void run()
  {
    run_.begin();
    has_begun_ = true;
    session_.start();
    if (view_) {
      view_->start();
      run_.say("live view: " + view_->url() + " (Ctrl-C ends the run)");
    }
    while (!is_done_ && !run_.is_interrupted()) {
      std::this_thread::sleep_for(kLook);
      tell_diagnostics();
    }
    session_.stop();
    if (view_) {
      view_->stop();
    }
    if (recorder_) {
      recorder_->close();
    }
    run_.end(early(), session_.snapshot());
  }

  std::int64_t recorded() const {return recorder_ ? recorder_->message_count() : 0;}

  const RunSession & session() const {return run_;}

private:
  /// The loop keeps the time.
  static SessionOptions run_options(SessionOptions options)
  {
    options.is_real_time = false;
    return options;
  }

  void open_view()
  {
    host_ = std::make_unique<SessionHost>(session_);
    ServerOptions options;
    options.address = live_.address;
    options.port = live_.port;
    options.origins = live_.origins;
    options.files = viewer_files();
    view_ = std::make_unique<LiveView>(*host_, options);
    writer_ = std::make_unique<MessageWriter>(*view_);
    MessageWriter(*view_).send_scene(session_);
    session_.add_output(*writer_, std::nullopt, false);
  }

  void open_recording()
  {
    recorder_ = std::make_unique<McapWriter>(live_.record_file, session_channels(session_));
    record_writer_ = std::make_unique<MessageWriter>(*recorder_);
    record_writer_->send_scene(session_);
    OutputOptions options;
    options.rates = recorded_rates(live_.parameters);
    options.must_arrive = true;
    options.is_prompt = false;
    options.diagnostics_rate = session_.settings().diagnostics_rate;
    session_.add_output(*record_writer_, options);
  }

  void observe(const State & state, const StepRecord & record)
  {
    run_.observe(state, record);
    stamp_ = to_stamp(state.time);
    // As in Simulation::run_until().
    if (state.time >= live_.duration - 1e-6 * session_.scenario().options.step) {
      is_done_ = true;
      session_.finish();
    }
  }

  void report(bool is_fatal, const std::string & message)
  {
    if (is_fatal) {
      const std::lock_guard<std::mutex> lock(mutex_);
      run_.set_error(message);
      is_done_ = true;
    } else if (has_begun_ && run_.has_screen()) {
      run_.say("contact_sim: " + message);
    } else {
      std::cerr << "contact_sim: " << message << "\n";
    }
  }

  std::string early()
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!run_.error().empty()) {
      return "stopped by an error";
    }
    return is_done_ ? "" : "interrupted";
  }

  /// By the wall clock, also in a pause.
  void tell_diagnostics()
  {
    const double rate = session_.settings().diagnostics_rate;
    const auto now = Clock::now();
    if (!view_ || rate <= 0.0 || now < next_diagnostics_) {
      return;
    }
    next_diagnostics_ =
      now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / rate));
    MessageWriter(*view_).send_diagnostics(session_.diagnostics(), wall_stamp(), stamp_);
  }

  LiveOptions live_;
  std::mutex mutex_;  ///< of the error
  std::atomic<bool> is_done_{false};
  std::atomic<bool> has_begun_{false};
  std::atomic<std::int64_t> stamp_{0};  ///< of the last step [ns]
  SimulationSession session_;
  RunSession run_;
  std::unique_ptr<SessionHost> host_;
  std::unique_ptr<LiveView> view_;
  std::unique_ptr<MessageWriter> writer_;
  std::unique_ptr<McapWriter> recorder_;
  std::unique_ptr<MessageWriter> record_writer_;
  Clock::time_point next_diagnostics_;
};

LiveRun::LiveRun(
  const ScenarioFile & file, const LiveOptions & live, const SessionOptions & options)
: implementation_(std::make_unique<Implementation>(file, live, options))
{
}

LiveRun::~LiveRun() = default;

void LiveRun::run()
{
  implementation_->run();
}

std::int64_t LiveRun::recorded() const
{
  return implementation_->recorded();
}

const RunSession & LiveRun::session() const
{
  return implementation_->session();
}

}  // namespace contact_sim
