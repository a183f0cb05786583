// SPDX-License-Identifier: Apache-2.0
#include "graph/document/schema_text.h"

#include <iterator>
#include <string_view>

namespace overlace {
namespace {

/// The path from the schema to the parameters of a node, as beginnings of keys.
constexpr std::string_view path[] = {"definitions", "node_", "properties", "params", "properties"};

/// Whether members of the object at this depth of the path have lines of their own: those of the
/// schema, of its definitions, and of a node's parameters.
constexpr bool has_lines(std::size_t depth) {
  return depth <= 1 || depth == std::size(path);
}

bool is_on_path(std::size_t depth, std::string_view key, const Json& value) {
  return depth < std::size(path) && key.starts_with(path[depth]) && value.is_object() &&
         !value.as_object().empty();
}

/// Appends the object at a depth of the path. Precondition: it has members.
void append(std::string& text, const Json& object, std::size_t depth) {
  const std::string_view end_of_line = has_lines(depth) ? "\n" : "";
  std::string_view before = "{";
  for (const auto& [key, value] : object.as_object()) {
    text.append(before).append(end_of_line).append(Json(key).dump()).append(":");
    if (is_on_path(depth, key, value))
      append(text, value, depth + 1);
    else
      text.append(value.dump());
    before = ",";
  }
  text.append(end_of_line).append("}");
}

}  // namespace

std::string schema_text(const Json& schema) {
  std::string text;
  append(text, schema, 0);
  return text + "\n";
}

}  // namespace overlace
