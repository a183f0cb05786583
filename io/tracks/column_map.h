// SPDX-License-Identifier: Apache-2.0
// What the user says of columns and members whose names are not customary.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/tracks/column_names.h"

namespace overlace {

/// What the numbers of a list say of a box.
enum class BoxList : std::uint8_t {
  corners,  ///< left, top, right, bottom
  sized,    ///< left, top, width, height
  centered  ///< centre x, centre y, width, height
};

/// One column, or one member of JSON's objects, and what it holds.
struct MappedColumn {
  std::variant<NamedColumn, BoxList> meaning;
  std::string name;  ///< as the file spells it

  friend bool operator==(const MappedColumn&, const MappedColumn&) = default;
};

using ColumnMap = std::vector<MappedColumn>;

/// Reads "frame=image_idx,x=left": what is meant, in any customary spelling, or xyxy, xywh or
/// cxcywh for a box in a list, and the name that the file has for it. A text without "=" is the
/// name of a JSON file with an object of the same. Throws Error(usage) with the nearest name for
/// what is no meaning, and for a file that cannot be read.
[[nodiscard]] ColumnMap read_column_map(const std::string& text);

/// The form of a box that the user gave the list of that name.
[[nodiscard]] std::optional<BoxList> mapped_list(const ColumnMap& map, std::string_view name);

}  // namespace overlace
