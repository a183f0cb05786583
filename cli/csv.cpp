// SPDX-License-Identifier: Apache-2.0
#include "cli/csv.h"

#include "graph/core/utf8.h"

namespace overlace {
namespace {

std::string field_of(const Json& value) {
  if (value.is_null()) return {};
  if (!value.is_string()) return value.dump();
  std::string text = utf8_text(value.as_string());
  if (text.find_first_of("=+-@\t\r") == 0) text.insert(0, 1, '\'');
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string csv_heading(const Json& row) {
  std::string line;
  for (const auto& [name, value] : row.as_object()) line += (line.empty() ? "" : ",") + name;
  return line + "\n";
}

std::string csv_line(const Json& row) {
  std::string line;
  for (const auto& member : row.as_object())
    line += (&member == &row.as_object().front() ? "" : ",") + field_of(member.second);
  return line + "\n";
}

}  // namespace overlace
