// SPDX-License-Identifier: Apache-2.0
// The user's meanings of columns and members with uncommon names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/tracks/rows/column_names.h"

namespace overlace {

/// What the numbers of a list say about a box.
enum class BoxList : std::uint8_t {
  corners,  ///< left, top, right, bottom
  sized,    ///< left, top, width, height
  centered  ///< centre x, centre y, width, height
};

/// The meaning of one column, or of one member of JSON objects.
struct MappedColumn {
  std::variant<NamedColumn, BoxList> meaning;
  std::string name;  ///< as spelled in the file

  friend bool operator==(const MappedColumn&, const MappedColumn&) = default;
};

using ColumnMap = std::vector<MappedColumn>;

/// Parses "frame=image_idx,x=left": a meaning, in any common spelling, or xyxy, xywh or cxcywh for
/// a box in a list, and its name in the file. A text without "=" is the name of a JSON file with an
/// object of such pairs. Throws Error(usage) with the nearest name for an unknown meaning, and for
/// a file that cannot be read.
[[nodiscard]] ColumnMap read_column_map(const std::string& text);

/// The form of box that the user gave for the list of that name.
[[nodiscard]] std::optional<BoxList> mapped_list(const ColumnMap& map, std::string_view name);

}  // namespace overlace
