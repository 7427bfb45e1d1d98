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

#ifndef CONTACT_SIM__FIGURES__REPORT_HPP_
#define CONTACT_SIM__FIGURES__REPORT_HPP_

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "contact_sim/figures/bar_chart.hpp"
#include "contact_sim/figures/picture.hpp"
#include "contact_sim/figures/plot.hpp"
#include "contact_sim/figures/table.hpp"

namespace contact_sim
{

/// A sentence or a paragraph; `code` in backticks.
struct Words
{
  enum class Kind
  {
    kText,
    kHeading,
    kCommand,  ///< a line for the shell
    kKept,     ///< a promise, and the figures that keep it
    kShort,    ///< a promise that the figures fall short of
  };

  std::string text;
  Kind kind{Kind::kText};
};

/// A plot or picture with a name for its file and a caption.
struct Figure
{
  std::string name;
  std::string caption;
  std::string svg;
};

/// One chapter: words, tables and figures in order.
struct Section
{
  std::string name;   ///< for its files (lower case, digits, - and _)
  std::string title;
  std::vector<std::variant<Words, Table, Figure>> blocks{};

  void heading(const std::string & text) {blocks.push_back(Words{text, Words::Kind::kHeading});}
  void say(const std::string & text) {blocks.push_back(Words{text});}
  void command(const std::string & line) {blocks.push_back(Words{line, Words::Kind::kCommand});}
  /// Said with figures, so that it is true either way: "15.3 times; the paper has 15".
  void promise(bool kept, const std::string & text);
  void add(const Table & table) {blocks.push_back(table);}
  void add(const Figure & figure) {blocks.push_back(figure);}

  int count(Words::Kind kind) const;
};

struct Report
{
  std::string title;
  std::string introduction;
  std::vector<Section> sections{};
};

std::string to_markdown(const Section & section);  ///< refers to the files of write_section()
std::string to_html(const Report & report);        ///< one page that needs no other file

/// NAME.md, NAME_TABLE.csv and NAME_FIGURE.svg in a folder, which is made where it is not there.
/// \throws std::runtime_error for a file that cannot be written
void write_section(const Section & section, const std::filesystem::path & folder);

/// write_section() of every section, and index.html.
void write_report(const Report & report, const std::filesystem::path & folder);

}  // namespace contact_sim

#endif  // CONTACT_SIM__FIGURES__REPORT_HPP_
