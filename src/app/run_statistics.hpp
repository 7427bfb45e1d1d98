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

#ifndef APP__RUN_STATISTICS_HPP_
#define APP__RUN_STATISTICS_HPP_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "contact_sim/simulation/step_record.hpp"

namespace contact_sim
{

/// Samples of a time. Up to kExact of them are all kept, so that percentiles are exact; of more,
/// how many fell into bins of a 256th of an octave, so that a run without end takes no more memory
/// and percentiles are right to 0.14 %. Mean, least and largest are always exact.
class Distribution
{
public:
  static constexpr std::size_t kExact = std::size_t{1} << 20;

  void reserve(std::size_t count) {samples_.reserve(std::min(count, kExact));}
  void add(double sample);

  std::size_t count() const {return count_;}
  bool is_exact() const {return count_ <= kExact;}
  /// The least sample that is not exceeded by `percent` of all (nearest rank); 0 without samples.
  /// \throws std::invalid_argument where `percent` is not from 0 to 100
  double percentile(double percent) const;
  double mean() const {return count_ == 0 ? 0.0 : sum_ / static_cast<double>(count_);}
  double median() const {return percentile(50.0);}
  double largest() const {return percentile(100.0);}

  /// Tells each sample, or each bin in its place, with how often it was met.
  void visit(const std::function<void(double value, double count)> & visitor) const;

private:
  double binned_percentile(std::size_t rank) const;

  std::size_t count_{0};
  double sum_{0.0};
  double least_{0.0};
  double largest_{0.0};
  mutable std::vector<double> samples_;  ///< in whatever order the last percentile left them
  std::vector<std::int64_t> bins_;
};

/// Of numbers that are counted, a step each.
class Tally
{
public:
  void add(int value);

  std::int64_t total() const {return total_;}
  int largest() const {return largest_;}
  double mean() const {return steps_ == 0 ? 0.0 : static_cast<double>(total_) / steps_;}

private:
  std::int64_t steps_{0};
  std::int64_t total_{0};
  int largest_{0};
};

/// The largest of a value over the run, and when it was.
struct Extreme
{
  double value{0.0};
  double time{0.0};  ///< [s]

  void add(double new_value, double new_time)
  {
    if (new_value > value) {
      value = new_value;
      time = new_time;
    }
  }
};

/// What the records of a run come to. Adding a record costs well below a microsecond.
struct RunStatistics
{
  static constexpr std::size_t kStatuses = 8;  ///< of ContactStatus

  std::int64_t steps{0};
  Tally contacts;    ///< points that were found
  Tally carrying;    ///< points with a force
  Tally rows;        ///< of the problem, joint limits and joint friction too
  Tally iterations;  ///< pivots or sweeps
  Tally backtracks;
  Distribution solve_time;  ///< [s]
  Distribution step_time;   ///< [s]
  std::array<std::int64_t, kFallbacks> answered{};  ///< islands, by who answered
  std::int64_t failed_steps{0};                     ///< in which the chosen solver did not answer
  std::array<std::int64_t, kStatuses> causes{};     ///< of these, by its status
  std::string last_detail;                          ///< what it said last
  Extreme penetration;  ///< [m]
  Extreme residual;     ///< of the answers that were used
  double first_energy{0.0};       ///< at the end of the first step [J]
  double energy{0.0};             ///< [J]
  std::int64_t steps_without_input{0};  ///< but the first, whose gain is not known
  Extreme energy_gain;            ///< within a step without input [J]

  void reserve(std::size_t steps);
  /// \param has_wrenches external ones, in this step
  void add(const StepRecord & record, bool has_wrenches);

private:
  void add_failure(const SolverRecord & solver);
  void add_energy(const StepRecord & record, bool has_wrenches);
};

}  // namespace contact_sim

#endif  // APP__RUN_STATISTICS_HPP_
