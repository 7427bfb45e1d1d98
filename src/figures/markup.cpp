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

#include "contact_sim/figures/markup.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace contact_sim
{

namespace
{

bool is_control(char c)
{
  return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
}

}  // namespace

std::string escape_markup(const std::string & text)
{
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += is_control(c) ? "\xEF\xBF\xBD" : std::string(1, c);
    }
  }
  return escaped;
}

std::string quoted_for_csv(const std::string & text)
{
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + "\"";
}

std::size_t count_characters(const std::string & text)
{
  return std::count_if(text.begin(), text.end(), [](char c) {return (c & 0xC0) != 0x80;});
}

void check_file_stem(const std::string & name)
{
  const char * allowed = "abcdefghijklmnopqrstuvwxyz0123456789-_";
  if (name.empty() || name.find_first_not_of(allowed) != std::string::npos) {
    throw std::invalid_argument(
            "the name '" + name + "' of a table, figure or section has to be made of lower case "
            "letters, digits, - and _, since files are called by it");
  }
}

std::string number_text(double value, int digits)
{
  if (!std::isfinite(value)) {
    return std::isinf(value) ? (value > 0.0 ? "∞" : "−∞") : "–";
  }
  char text[48];
  // A whole number is not worth an exponent.
  const bool whole = value == std::round(value) && std::abs(value) < 1e6;
  if (whole) {
    std::snprintf(text, sizeof(text), "%.0f", value == 0.0 ? 0.0 : value);
  } else {
    std::snprintf(text, sizeof(text), "%.*g", digits, value);
  }
  return text[0] == '-' ? "−" + std::string(text + 1) : text;
}

}  // namespace contact_sim
