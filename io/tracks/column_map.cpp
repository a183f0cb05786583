// SPDX-License-Identifier: Apache-2.0
// Parses column mappings.
#include "io/tracks/column_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graph/core/error.h"
#include "graph/core/json.h"
#include "graph/core/regular_file.h"

namespace overlace {
namespace {

struct ListName {
  std::string_view text;
  BoxList form;
};
constexpr std::array list_names = {ListName{"xyxy", BoxList::corners},
                                   ListName{"xywh", BoxList::sized},
                                   ListName{"cxcywh", BoxList::centered}};

MappedColumn mapped(std::string_view meaning, std::string name) {
  const auto list = std::ranges::find(list_names, meaning, &ListName::text);
  if (list != list_names.end()) return {list->form, std::move(name)};
  if (const NamedColumn column = column_named(meaning); column != NamedColumn::attribute)
    return {column, std::move(name)};
  throw Error(
      ErrorCode::usage, fmt::format("'{}' is not something that a column can hold", meaning),
      suggest(meaning, {"frame", "id", "class", "score", "x", "y", "width", "height", "left", "top",
                        "right", "bottom", "cx", "cy", "rotation", "xyxy", "xywh", "cxcywh"}),
      {.file = "--map"});
}

ColumnMap read_file(const std::string& path) {
  const RegularFile file(path);
  if (!file)
    throw Error(ErrorCode::usage, fmt::format("the mapping cannot be opened: {}", file.problem()),
                "give MEANING=NAME pairs, as in frame=image_idx, or a JSON file with them",
                {.file = path});
  const Json json = parse_json(file.read(JsonLimits{}.bytes + 1), path);
  ColumnMap map;
  if (json.is_object())
    for (const auto& [meaning, name] : json.as_object())
      if (name.is_string()) map.push_back(mapped(meaning, name.as_string()));
  if (map.empty())
    throw Error(ErrorCode::usage, "the mapping is not an object of strings",
                "write {\"frame\": \"image_idx\"}", {.file = path});
  return map;
}

}  // namespace

ColumnMap read_column_map(const std::string& text) {
  if (text.find('=') == text.npos) return read_file(text);
  ColumnMap map;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view pair = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t equals = pair.find('=');
    if (equals == pair.npos || equals + 1 == pair.size())
      throw Error(ErrorCode::usage, fmt::format("'{}' is not a MEANING=NAME pair", pair),
                  "write frame=image_idx,x=left", {.file = "--map"});
    map.push_back(mapped(pair.substr(0, equals), std::string(pair.substr(equals + 1))));
  }
  return map;
}

std::optional<BoxList> mapped_list(const ColumnMap& map, std::string_view name) {
  for (const MappedColumn& column : map)
    if (const auto* form = std::get_if<BoxList>(&column.meaning);
        form != nullptr && column.name == name)
      return *form;
  return std::nullopt;
}

}  // namespace overlace
