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

#include "contact_sim/figures/report.hpp"

#include <algorithm>

#include "contact_sim/figures/markup.hpp"
#include "contact_sim/figures/whole_file.hpp"
#include "page_style.hpp"

namespace contact_sim
{

namespace
{

/// Escaped, with what stands in backticks as code.
std::string html_words(const std::string & text)
{
  std::string html;
  bool code = false;
  for (const char c : escape_markup(text)) {
    if (c == '`') {
      html += code ? "</code>" : "<code>";
      code = !code;
    } else {
      html += c;
    }
  }
  return html + (code ? "</code>" : "");
}

std::string markdown_block(const Section &, const Words & words)
{
  switch (words.kind) {
    case Words::Kind::kHeading: return "### " + words.text + "\n";
    case Words::Kind::kCommand: return "    " + words.text + "\n";
    case Words::Kind::kKept: return "- kept: " + words.text + "\n";
    case Words::Kind::kShort: return "- **falls short**: " + words.text + "\n";
    default: return words.text + "\n";
  }
}

std::string markdown_block(const Section & section, const Table & table)
{
  return "**" + table.title() + "** ([CSV](" + section.name + "_" + table.name() + ".csv))\n\n" +
         to_markdown(table);
}

std::string markdown_block(const Section & section, const Figure & figure)
{
  return "![" + figure.caption + "](" + section.name + "_" + figure.name + ".svg)\n";
}

std::string html_block(const Words & words)
{
  const std::string text = html_words(words.text);
  switch (words.kind) {
    case Words::Kind::kHeading: return "<h3>" + text + "</h3>\n";
    case Words::Kind::kCommand: return "<pre>" + text + "</pre>\n";
    case Words::Kind::kKept:
      return "<p class=\"promise kept\"><b>✓ kept</b> " + text + "</p>\n";
    case Words::Kind::kShort:
      return "<p class=\"promise short\"><b>✗ falls short</b> " + text + "</p>\n";
    default: return "<p>" + text + "</p>\n";
  }
}

std::string html_block(const Table & table)
{
  return to_html(table);
}

std::string html_block(const Figure & figure)
{
  return "<figure>" + figure.svg + "<figcaption>" + html_words(figure.caption) +
         "</figcaption></figure>\n";
}

std::string html_section(const Section & section)
{
  std::string html = "<section id=\"" + section.name + "\">\n<h2>" + html_words(section.title) +
    "</h2>\n";
  for (const auto & block : section.blocks) {
    html += std::visit([](const auto & what) {return html_block(what);}, block);
  }
  return html + "</section>\n";
}

/// The way to each section, and how many promises it keeps.
std::string html_contents(const Report & report)
{
  std::string html = "<nav><ul>\n";
  for (const Section & section : report.sections) {
    const int kept = section.count(Words::Kind::kKept);
    const int fallen_short = section.count(Words::Kind::kShort);
    html += "<li><a href=\"#" + section.name + "\">" + html_words(section.title) + "</a>";
    if (kept + fallen_short > 0) {
      html += " <small>" + std::to_string(kept) + " kept" +
        (fallen_short > 0 ? ", <b>" + std::to_string(fallen_short) + " short</b>" : "") +
        "</small>";
    }
    html += "</li>\n";
  }
  return html + "</ul></nav>\n";
}

void write_block(const std::filesystem::path &, const Words &) {}

void write_block(const std::filesystem::path & stem, const Table & table)
{
  write_whole_file(stem.string() + "_" + table.name() + ".csv", to_csv(table));
}

void write_block(const std::filesystem::path & stem, const Figure & figure)
{
  check_file_stem(figure.name);
  write_whole_file(stem.string() + "_" + figure.name + ".svg", figure.svg);
}

}  // namespace

void Section::promise(bool kept, const std::string & text)
{
  blocks.push_back(Words{text, kept ? Words::Kind::kKept : Words::Kind::kShort});
}

int Section::count(Words::Kind kind) const
{
  return std::count_if(
    blocks.begin(), blocks.end(), [kind](const auto & block) {
      const Words * words = std::get_if<Words>(&block);
      return words != nullptr && words->kind == kind;
    });
}

std::string to_markdown(const Section & section)
{
  std::string text = "## " + section.title + "\n";
  bool in_list = false;
  for (const auto & block : section.blocks) {
    const Words * words = std::get_if<Words>(&block);
    const bool item = words != nullptr &&
      (words->kind == Words::Kind::kKept || words->kind == Words::Kind::kShort);
    text += item && in_list ? "" : "\n";
    text += std::visit([&](const auto & what) {return markdown_block(section, what);}, block);
    in_list = item;
  }
  return text;
}

std::string to_html(const Report & report)
{
  std::string html = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
    escape_markup(report.title) + "</title>\n" + kPageStyle + "</head>\n<body>\n<h1>" +
    escape_markup(report.title) + "</h1>\n";
  if (!report.introduction.empty()) {
    html += "<p>" + html_words(report.introduction) + "</p>\n";
  }
  if (report.sections.size() > 1) {
    html += html_contents(report);
  }
  for (const Section & section : report.sections) {
    html += html_section(section);
  }
  return html + "</body>\n</html>\n";
}

void write_section(const Section & section, const std::filesystem::path & folder)
{
  check_file_stem(section.name);
  for (const auto & block : section.blocks) {
    std::visit([&](const auto & what) {write_block(folder / section.name, what);}, block);
  }
  write_whole_file(folder / (section.name + ".md"), to_markdown(section));
}

void write_report(const Report & report, const std::filesystem::path & folder)
{
  for (const Section & section : report.sections) {
    write_section(section, folder);
  }
  write_whole_file(folder / "index.html", to_html(report));
}

}  // namespace contact_sim
