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

#include <gtest/gtest.h>

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/run_statistics.hpp"

namespace contact_sim
{

namespace
{

constexpr bool kNoWrenches = false;

/// A step that ends at a time with an energy, without contacts and with one joint.
StepRecord record_at(double time, double energy, double effort = 0.0)
{
  StepRecord record;
  record.time = time;
  record.potential_energy = energy;
  record.effort = Eigen::VectorXd::Constant(1, effort);
  record.solver.answered[static_cast<int>(Fallback::kNone)] = 1;
  return record;
}

StepRecord failed_record(ContactStatus status, Fallback answered_by, const std::string & detail)
{
  StepRecord record = record_at(0.0, 0.0);
  record.solver.failure = status;
  record.solver.detail = detail;
  record.solver.answered = {};
  record.solver.answered[static_cast<int>(answered_by)] = 1;
  return record;
}

}  // namespace

TEST(Distribution, PercentilesAreThoseOfTheSortedSamples)
{
  std::mt19937 random(1);
  for (const std::size_t count : {1u, 2u, 3u, 99u, 100u, 101u, 1000u, 1001u}) {
    std::vector<double> samples(count);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    std::generate(samples.begin(), samples.end(), [&] {return uniform(random);});
    Distribution distribution;
    for (const double sample : samples) {
      distribution.add(sample);
    }
    std::sort(samples.begin(), samples.end());
    // Integers: rank r is the least with 100 r >= p n.
    for (std::size_t percent = 1; percent <= 100; ++percent) {
      const std::size_t rank = (percent * count + 99) / 100;
      EXPECT_EQ(distribution.percentile(static_cast<double>(percent)), samples[rank - 1])
        << percent << " % of " << count;
    }
  }
}

TEST(Distribution, KnowsTheMedianTheMeanAndTheLargest)
{
  Distribution distribution;
  for (const double sample : {4.0, 1.0, 16.0, 2.0, 8.0}) {
    distribution.add(sample);
  }
  EXPECT_EQ(distribution.median(), 4.0);
  EXPECT_EQ(distribution.largest(), 16.0);
  EXPECT_EQ(distribution.percentile(0.0), 1.0);
  EXPECT_EQ(distribution.mean(), 31.0 / 5.0);
  // Also after the percentiles have changed the order.
  distribution.add(0.5);
  EXPECT_EQ(distribution.median(), 2.0);
  EXPECT_EQ(distribution.count(), 6u);
}

TEST(Distribution, IsZeroWithoutSamplesAndRefusesWhatIsNoPercentage)
{
  const Distribution distribution;
  EXPECT_EQ(distribution.median(), 0.0);
  EXPECT_EQ(distribution.mean(), 0.0);
  EXPECT_THROW(distribution.percentile(100.5), std::invalid_argument);
  EXPECT_THROW(distribution.percentile(-1.0), std::invalid_argument);
  EXPECT_THROW(
    distribution.percentile(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
}

/// Twice as many samples as are kept, from a distribution that is as wide as solve times are.
TEST(Distribution, OfMoreThanItKeepsIsRightToTheWidthOfABin)
{
  constexpr std::size_t kCount = 2 * Distribution::kExact;
  std::mt19937 random(2);
  std::lognormal_distribution<double> times(-11.0, 1.5);
  std::vector<double> samples(kCount);
  Distribution distribution;
  double sum = 0.0;
  for (double & sample : samples) {
    sample = times(random);
    sum += sample;
    distribution.add(sample);
  }
  EXPECT_FALSE(distribution.is_exact());
  EXPECT_EQ(distribution.count(), kCount);
  EXPECT_EQ(distribution.mean(), sum / static_cast<double>(kCount));
  std::sort(samples.begin(), samples.end());
  EXPECT_EQ(distribution.largest(), samples.back());
  for (const std::size_t percent : {1u, 10u, 50u, 90u, 99u}) {
    const double exact = samples[(percent * kCount + 99) / 100 - 1];
    // The middle of a bin of a 256th of an octave is at most a 512th from its ends.
    EXPECT_NEAR(
      distribution.percentile(percent), exact, (std::exp2(1.0 / 512.0) - 1.0) * exact * 1.000001)
      << percent;
  }
}

TEST(Distribution, TellsEachSampleOnceWhetherItKeepsThemOrNot)
{
  const auto told = [](const Distribution & distribution) {
      double all = 0.0;
      distribution.visit([&](double, double count) {all += count;});
      return all;
    };
  Distribution distribution;
  distribution.add(0.0);
  distribution.add(2e-6);
  EXPECT_EQ(told(distribution), 2.0);
  for (std::size_t i = 2; i < Distribution::kExact + 5; ++i) {
    distribution.add(i % 2 == 0 ? 0.0 : 1e-5);
  }
  EXPECT_EQ(told(distribution), static_cast<double>(Distribution::kExact + 5));
  EXPECT_EQ(distribution.percentile(0.0), 0.0);
  EXPECT_EQ(distribution.largest(), 1e-5);
}

TEST(Tally, KnowsTheMeanTheTotalAndTheLargest)
{
  Tally tally;
  EXPECT_EQ(tally.mean(), 0.0);
  for (const int value : {3, 0, 5, 0}) {
    tally.add(value);
  }
  EXPECT_EQ(tally.mean(), 2.0);
  EXPECT_EQ(tally.total(), 8);
  EXPECT_EQ(tally.largest(), 5);
}

TEST(RunStatistics, CountsContactsAndThoseThatCarry)
{
  StepRecord record = record_at(0.001, 0.0);
  record.contacts.resize(3);
  record.contacts[1].normal_force = 2.0;
  record.solver.contacts = 4;
  record.solver.iterations = 7;
  RunStatistics statistics;
  statistics.add(record, kNoWrenches);
  record.contacts.clear();
  statistics.add(record, kNoWrenches);
  EXPECT_EQ(statistics.steps, 2);
  EXPECT_EQ(statistics.contacts.mean(), 1.5);
  EXPECT_EQ(statistics.contacts.largest(), 3);
  EXPECT_EQ(statistics.carrying.total(), 1);
  EXPECT_EQ(statistics.rows.total(), 8);
  EXPECT_EQ(statistics.iterations.total(), 14);
}

TEST(RunStatistics, CountsFallbacksByWhoAnsweredAndByCause)
{
  RunStatistics statistics;
  statistics.add(record_at(0.0, 0.0), kNoWrenches);
  statistics.add(failed_record(ContactStatus::kRay, Fallback::kDefaultSolver, "a"), kNoWrenches);
  statistics.add(failed_record(ContactStatus::kGaveUp, Fallback::kDefaultSolver, "b"), kNoWrenches);
  statistics.add(failed_record(ContactStatus::kRay, Fallback::kLastResort, "c"), kNoWrenches);
  EXPECT_EQ(statistics.failed_steps, 3);
  EXPECT_EQ(statistics.causes[static_cast<int>(ContactStatus::kRay)], 2);
  EXPECT_EQ(statistics.causes[static_cast<int>(ContactStatus::kGaveUp)], 1);
  EXPECT_EQ(statistics.answered[static_cast<int>(Fallback::kNone)], 1);
  EXPECT_EQ(statistics.answered[static_cast<int>(Fallback::kDefaultSolver)], 2);
  EXPECT_EQ(statistics.answered[static_cast<int>(Fallback::kLastResort)], 1);
  EXPECT_EQ(statistics.last_detail, "c");
}

TEST(RunStatistics, TheEnergyGainIsOfStepsWithoutInputOnly)
{
  RunStatistics statistics;
  statistics.add(record_at(0.1, 10.0), kNoWrenches);
  EXPECT_EQ(statistics.steps_without_input, 0);
  statistics.add(record_at(0.2, 15.0, 1.0), kNoWrenches);  // a drive
  statistics.add(record_at(0.3, 18.0), true);              // a wrench
  statistics.add(record_at(0.4, 18.5), kNoWrenches);
  statistics.add(record_at(0.5, 12.0), kNoWrenches);
  EXPECT_EQ(statistics.steps_without_input, 2);
  EXPECT_EQ(statistics.energy_gain.value, 0.5);
  EXPECT_EQ(statistics.energy_gain.time, 0.4);
  EXPECT_EQ(statistics.first_energy, 10.0);
  EXPECT_EQ(statistics.energy, 12.0);
}

TEST(RunStatistics, TheLargestPenetrationHasItsTime)
{
  RunStatistics statistics;
  for (const double depth : {0.0, 2e-6, 1e-6}) {
    StepRecord record = record_at(0.001 * static_cast<double>(statistics.steps + 1), 0.0);
    record.largest_penetration = depth;
    statistics.add(record, kNoWrenches);
  }
  EXPECT_EQ(statistics.penetration.value, 2e-6);
  EXPECT_EQ(statistics.penetration.time, 0.002);
}

}  // namespace contact_sim
