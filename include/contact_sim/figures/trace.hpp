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

#ifndef CONTACT_SIM__FIGURES__TRACE_HPP_
#define CONTACT_SIM__FIGURES__TRACE_HPP_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "contact_sim/figures/plot.hpp"
#include "contact_sim/figures/table.hpp"

namespace contact_sim
{

/// Values over a time that may go on for as long as it likes, in bounded memory. As long as there
/// is room every sample is kept; then neighbours are joined in groups of 2, 4, 8, ... samples, and
/// of each group the lowest and the highest of every column stay: no peak is lost.
class Trace
{
public:
  /// Of all columns together: 2 numbers of 8 bytes each.
  static constexpr std::size_t kRoom = std::size_t{1} << 21;
  static constexpr std::size_t kMostGroups = 16384;

  /// \param room values of all columns that are kept at most, as long as 512 groups find room
  explicit Trace(const Column & x, std::size_t room = kRoom);

  /// Also between two samples: those before have `before` there.
  /// \return its index
  std::size_t add_column(const Column & column, double before);
  std::size_t column_count() const {return columns_.size();}
  const Column & column(std::size_t index) const {return columns_[index];}

  /// \throws std::invalid_argument where there is not one value a column
  void add(double x, const std::vector<double> & values);

  std::int64_t sample_count() const {return samples_;}
  /// Samples in a group; 1: every sample is there.
  std::int64_t group_size() const {return group_size_;}

  /// A column as a curve: its samples, or the lowest and the highest of each group.
  Series series(std::size_t column) const;
  double highest(std::size_t column) const;  ///< of all samples; NaN without any

  /// As RFC 4180, numbers that read back bit by bit, empty where not finite: x and the columns; or,
  /// where samples are joined, from, to, and lowest and highest of each column.
  std::string csv() const;

private:
  struct Range
  {
    double low;
    double high;
  };

  std::size_t most_groups() const;
  void make_room();
  bool is_joined() const {return group_size_ > 1;}
  std::string csv_head() const;

  Column x_;
  std::size_t room_;
  std::vector<Column> columns_;
  std::vector<Range> spans_;                ///< from and to, by group
  std::vector<std::vector<Range>> ranges_;  ///< by column and group
  std::int64_t group_size_{1};
  std::int64_t samples_{0};
  std::int64_t in_last_{0};  ///< samples in the last group
};

}  // namespace contact_sim

#endif  // CONTACT_SIM__FIGURES__TRACE_HPP_
