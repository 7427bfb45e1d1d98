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

#ifndef CONTACT_SIM__FIGURES__TABLE_HPP_
#define CONTACT_SIM__FIGURES__TABLE_HPP_

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace contact_sim
{

/// What stands in one place of a table: text or a number. A number that is not finite stands for
/// "not measured" and is shown as a dash.
class Cell
{
public:
  Cell(const char * text)  // NOLINT(runtime/explicit): a row reads as a list of values
  : text_(text) {}
  Cell(const std::string & text)  // NOLINT(runtime/explicit)
  : text_(text) {}
  /// \param digits significant ones that are shown; a CSV file has them all
  Cell(double value, int digits = 4)  // NOLINT(runtime/explicit)
  : number_(value), digits_(digits) {}
  template<class Integer, std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
  Cell(Integer value)  // NOLINT(runtime/explicit)
  : number_(static_cast<double>(value)), digits_(17) {}

  /// The same cell, as one that falls short of what it should be.
  Cell falls_short(bool is_short = true) const;

  bool is_number() const {return number_.has_value();}
  bool is_short() const {return is_short_;}
  std::string text() const;      ///< for people
  std::string csv_text() const;  ///< for programs: all digits, empty where not finite

private:
  std::string text_;
  std::optional<double> number_;
  int digits_{4};
  bool is_short_{false};
};

struct Column
{
  Column(const char * called)  // NOLINT(runtime/explicit): as with cells
  : name(called) {}
  explicit Column(const std::string & called, const std::string & measured_in = "")
  : name(called), unit(measured_in) {}
  Column(const char * called, const char * measured_in)
  : name(called), unit(measured_in) {}

  std::string heading() const;  ///< "time [s]"

  std::string name;
  std::string unit;
};

/// A table with a name for its file (lower case, digits, - and _) and a title for people.
class Table
{
public:
  /// \throws std::invalid_argument for a name that is no file name, and for no columns
  Table(const std::string & name, const std::string & title, const std::vector<Column> & columns);

  /// \throws std::invalid_argument where there is not one cell a column
  void add_row(const std::vector<Cell> & cells);

  const std::string & name() const {return name_;}
  const std::string & title() const {return title_;}
  const std::vector<Column> & columns() const {return columns_;}
  const std::vector<std::vector<Cell>> & rows() const {return rows_;}

private:
  bool is_numeric(std::size_t column) const;

  friend std::string to_markdown(const Table & table);
  friend std::string to_html(const Table & table);

  std::string name_;
  std::string title_;
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

std::string to_markdown(const Table & table);
std::string to_html(const Table & table);
std::string to_csv(const Table & table);  ///< as RFC 4180, with the headings in the first line

}  // namespace contact_sim

#endif  // CONTACT_SIM__FIGURES__TABLE_HPP_
