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

// Times the lcp room and prints what it promises: slopes and ratios, each beside its bound. A time
// is the least of several repetitions, taken in turns with those it is compared with, so that a
// busy machine disturbs all alike. Exits with 1 where a bound is broken.

#include <benchmark/benchmark.h>

#include <Eigen/Cholesky>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "contact_sim/lcp/active_set.hpp"
#include "contact_sim/lcp/dantzig.hpp"
#include "contact_sim/lcp/lemke.hpp"
#include "contact_sim/lcp/robust_lemke.hpp"
#include "support/bounds.hpp"
#include "support/families.hpp"

namespace contact_sim
{

namespace
{

LcpProblem half_active_problem(int n)
{
  testing::Random random(n);
  return testing::around_solution(
    random, testing::random_spd(random, n), testing::half_active(random, n));
}

/// Times `solve` on one problem of the size given, with a workspace that is kept.
template<typename Workspace, typename Options>
void time_solver(
  benchmark::State & state,
  void (* solve)(const LcpProblem &, const Options &, Workspace &, LcpSolution &),
  LcpProblem (* make)(int), const Options & options)
{
  const LcpProblem problem = make(static_cast<int>(state.range(0)));
  Workspace workspace;
  LcpSolution solution;
  for (auto _ : state) {
    solve(problem, options, workspace, solution);
    benchmark::DoNotOptimize(solution.z.data());
  }
  state.counters["residual"] = solution.residual;
  state.counters["pivots"] = solution.pivots;
  state.counters["backtracks"] = solution.backtracks;
  if (!solution.solved()) {
    state.SkipWithError(to_string(solution.status));
  }
}

void lemke(benchmark::State & state)
{
  time_solver<LemkeWorkspace, LemkeOptions>(state, solve_lemke, half_active_problem, {});
}

void lexicographic_lemke(benchmark::State & state)
{
  time_solver<LemkeWorkspace, LexicographicLemkeOptions>(
    state, solve_lexicographic_lemke, half_active_problem, {});
}

void robust_lemke(benchmark::State & state)
{
  time_solver<RobustLemkeWorkspace, RobustLemkeOptions>(
    state, solve_robust_lemke, half_active_problem, {});
}

void dantzig(benchmark::State & state)
{
  time_solver<DantzigWorkspace, DantzigOptions>(state, solve_dantzig, half_active_problem, {});
}

void active_set(benchmark::State & state)
{
  time_solver<ActiveSetWorkspace, ActiveSetOptions>(
    state, solve_active_set, half_active_problem, {});
}

void murty(benchmark::State & state)
{
  LemkeOptions options;
  options.max_pivots = 1 << 20;
  time_solver<LemkeWorkspace, LemkeOptions>(state, solve_lemke, testing::murty, options);
}

/// What Baraff compares with: one factorisation and solution of the same size.
void ldlt(benchmark::State & state)
{
  const LcpProblem problem = half_active_problem(static_cast<int>(state.range(0)));
  Eigen::LDLT<Eigen::MatrixXd> factor(problem.size());
  Eigen::VectorXd z(problem.size());
  for (auto _ : state) {
    factor.compute(problem.M);
    z = factor.solve(problem.q);
    benchmark::DoNotOptimize(z.data());
  }
  state.counters["residual"] =
    (problem.M * z - problem.q).cwiseAbs().maxCoeff() / problem.q.cwiseAbs().maxCoeff();
}

struct Measurement
{
  double time;  ///< [us], least of the repetitions
  double residual;
  double pivots;
};

/// Keeps the least time of each benchmark and size; prints nothing but a dot a run.
class Collector : public benchmark::BenchmarkReporter
{
public:
  using Series = std::map<int, Measurement>;

  bool ReportContext(const Context &) override {return true;}

  void ReportRuns(const std::vector<Run> & runs) override
  {
    for (const Run & run : runs) {
      if (run.error_occurred) {
        std::printf("%s: %s\n", run.benchmark_name().c_str(), run.error_message.c_str());
        failed = true;
      } else if (run.run_type == Run::RT_Iteration) {
        keep(run);
      }
    }
    std::fprintf(stderr, ".");
  }

  const Series & operator[](const std::string & name) {return series_[name];}

  bool failed{false};

private:
  void keep(const Run & run)
  {
    const std::string & name = run.run_name.function_name;
    const int n = std::stoi(run.run_name.args);
    const double time = 1e6 * run.real_accumulated_time / static_cast<double>(run.iterations);
    const auto counter = [&](const char * key) {
        const auto found = run.counters.find(key);
        return found == run.counters.end() ? 0.0 : found->second.value;
      };
    const auto known = series_[name].find(n);
    if (known == series_[name].end() || time < known->second.time) {
      series_[name][n] = {time, counter("residual"), counter("pivots")};
    }
  }

  std::map<std::string, Series> series_;
};

double slope_of(const Collector::Series & series)
{
  std::map<int, double> times;
  for (const auto & [n, measured] : series) {
    times[n] = measured.time;
  }
  return testing::slope(times);
}

void print(const char * name, const Collector::Series & series)
{
  for (const auto & [n, measured] : series) {
    std::printf(
      "%-22s %5d %12.2f %9.0f %12.1e\n", name, n, measured.time, measured.pivots,
      measured.residual);
  }
}

bool hold_ratios(
  const std::string & what, const Collector::Series & series, const Collector::Series & base,
  double bound)
{
  bool kept = true;
  for (const auto & [n, measured] : series) {
    const std::string row = what + ", n = " + std::to_string(n);
    kept &= testing::at_most(row, measured.time / base.at(n).time, bound);
  }
  return kept;
}

bool report(Collector & measured)
{
  std::printf("\n%-22s %5s %12s %9s %12s\n", "algorithm", "n", "time [us]", "pivots", "residual");
  for (const char * name :
    {"lemke", "lexicographic_lemke", "robust_lemke", "dantzig", "ldlt", "active_set", "murty"})
  {
    print(name, measured[name]);
  }
  std::printf("\n");
  bool kept = testing::at_most(
    "slope of lemke, n = 20 ... 320", slope_of(measured["lemke"]), 3.1);
  kept &= testing::at_most(
    "slope of robust_lemke, n = 20 ... 320", slope_of(measured["robust_lemke"]), 3.1);
  kept &= hold_ratios("robust_lemke : lemke", measured["robust_lemke"], measured["lemke"], 1.5);
  kept &=
    hold_ratios("dantzig : LDLT factor and solve", measured["dantzig"], measured["ldlt"], 3.0);
  std::printf("murty, the worst case of lemke: 2^n pivots, as its theory says\n");
  return kept;
}

void add(const char * name, void (* function)(benchmark::State &), const std::vector<int> & sizes)
{
  auto * registered = benchmark::RegisterBenchmark(name, function);
  for (const int n : sizes) {
    registered->Arg(n);
  }
  registered->Repetitions(5)->Unit(benchmark::kMicrosecond);
}

}  // namespace

}  // namespace contact_sim

int main(int argc, char ** argv)
{
  using namespace contact_sim;  // NOLINT(build/namespaces)
  std::vector<char *> arguments(argv, argv + argc);
  std::string interleave = "--benchmark_enable_random_interleaving=true";
  std::string shorter = "--benchmark_min_time=0.02";
  arguments.insert(arguments.begin() + 1, {interleave.data(), shorter.data()});
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) {
    return 2;
  }
  add("lemke", lemke, {20, 40, 80, 160, 320});
  add("lexicographic_lemke", lexicographic_lemke, {20, 40, 80, 160, 320});
  add("robust_lemke", robust_lemke, {20, 40, 80, 160, 320});
  add("dantzig", dantzig, {10, 20, 50, 100, 200, 300});
  add("ldlt", ldlt, {10, 20, 50, 100, 200, 300});
  add("active_set", active_set, {5, 10, 20, 40});
  add("murty", murty, {4, 6, 8, 10, 12, 14});
  Collector measured;
  benchmark::RunSpecifiedBenchmarks(&measured);
  std::fprintf(stderr, "\n");
  return report(measured) && !measured.failed ? 0 : 1;
}
