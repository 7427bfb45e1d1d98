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

#include "contact_sim/figures/table.hpp"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "contact_sim/figures/markup.hpp"

namespace contact_sim
{

namespace
{

/// A line break or a bar would end the cell.
std::string for_markdown(const std::string & text)
{
  std::string safe;
  for (const char c : text) {
    safe += c == '|' ? "\\|" : std::string(1, c == '\n' ? ' ' : c);
  }
  return safe;
}

std::string markdown_line(const std::vector<std::string> & cells)
{
  std::string line = "|";
  for (const std::string & cell : cells) {
    line += " " + cell + " |";
  }
  return line + "\n";
}

std::string html_cell(const Cell & cell, bool numeric)
{
  const std::string style =
    std::string(numeric ? "number" : "") + (cell.is_short() ? " short" : "");
  return "<td" + (style.empty() ? "" : " class=\"" + style + "\"") + ">" +
         escape_markup(cell.text()) + "</td>";
}

/// Escaped, with places where a long name in CamelCase may break.
std::string html_heading(const std::string & text)
{
  std::string html;
  char before = ' ';
  for (const char c : escape_markup(text)) {
    html += std::islower(static_cast<unsigned char>(before)) &&
      std::isupper(static_cast<unsigned char>(c)) ? "<wbr>" : "";
    html += c;
    before = c;
  }
  return html;
}

}  // namespace

Cell Cell::falls_short(bool is_short) const
{
  Cell cell = *this;
  cell.is_short_ = is_short;
  return cell;
}

std::string Cell::text() const
{
  return number_ ? number_text(*number_, digits_) : text_;
}

std::string Cell::csv_text() const
{
  if (!number_) {
    return text_;
  }
  if (!std::isfinite(*number_)) {
    return "";
  }
  char text[40];
  std::snprintf(text, sizeof(text), "%.17g", *number_);
  return text;
}

std::string Column::heading() const
{
  return unit.empty() ? name : name + " [" + unit + "]";
}

Table::Table(
  const std::string & name, const std::string & title, const std::vector<Column> & columns)
: name_(name), title_(title), columns_(columns)
{
  check_file_stem(name);
  if (columns.empty()) {
    throw std::invalid_argument("the table '" + name + "' has no columns");
  }
}

void Table::add_row(const std::vector<Cell> & cells)
{
  if (cells.size() != columns_.size()) {
    throw std::invalid_argument(
            "a row of the table '" + name_ + "' has " + std::to_string(cells.size()) +
            " cells, where the table has " + std::to_string(columns_.size()) + " columns");
  }
  rows_.push_back(cells);
}

bool Table::is_numeric(std::size_t column) const
{
  for (const std::vector<Cell> & row : rows_) {
    if (row[column].is_number()) {
      return true;
    }
  }
  return false;
}

std::string to_markdown(const Table & table)
{
  std::vector<std::string> headings;
  std::vector<std::string> rules;
  for (std::size_t i = 0; i < table.columns_.size(); ++i) {
    headings.push_back(for_markdown(table.columns_[i].heading()));
    rules.push_back(table.is_numeric(i) ? "---:" : ":---");
  }
  std::string text = markdown_line(headings) + markdown_line(rules);
  for (const std::vector<Cell> & row : table.rows_) {
    std::vector<std::string> cells;
    for (const Cell & cell : row) {
      const std::string shown = for_markdown(cell.text());
      cells.push_back(cell.is_short() ? "**" + shown + "**" : shown);
    }
    text += markdown_line(cells);
  }
  return text;
}

std::string to_html(const Table & table)
{
  std::string text = "<div class=\"table\"><table>\n<caption>" + escape_markup(table.title_) +
    "</caption>\n<thead><tr>";
  for (std::size_t i = 0; i < table.columns_.size(); ++i) {
    text += std::string("<th scope=\"col\"") + (table.is_numeric(i) ? " class=\"number\"" : "") +
      ">" + html_heading(table.columns_[i].heading()) + "</th>";
  }
  text += "</tr></thead>\n<tbody>\n";
  for (const std::vector<Cell> & row : table.rows_) {
    text += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += html_cell(row[i], table.is_numeric(i));
    }
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

std::string to_csv(const Table & table)
{
  std::string text;
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    text += (i == 0 ? "" : ",") + quoted_for_csv(table.columns()[i].heading());
  }
  text += "\r\n";
  for (const std::vector<Cell> & row : table.rows()) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += (i == 0 ? "" : ",") + quoted_for_csv(row[i].csv_text());
    }
    text += "\r\n";
  }
  return text;
}

}  // namespace contact_sim
