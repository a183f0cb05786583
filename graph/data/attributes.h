// SPDX-License-Identifier: Apache-2.0
// Attributes: the named numbers of a tracked thing or a link that labels and maps can read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "graph/data/tracks.h"

namespace overlace {

/// Where an attribute's value comes from.
enum class AttributeSource : std::uint8_t {
  id, class_index, score, x, y, width, height, area, aspect, age, remaining, speed, heading,
  link_length, link_age, link_strength,
  column, ///< TrackTable::attributes[AttributeRef::column]
};

/// A compiled attribute name.
struct AttributeRef {
  AttributeSource source = AttributeSource::id;
  std::uint32_t column = 0;
};

/// A built-in attribute as documented to users.
struct AttributeInfo {
  std::string_view name;
  AttributeSource source;
  std::string_view unit;
  std::string_view doc;
};

/// All built-in attributes, in documentation order.
[[nodiscard]] std::span<const AttributeInfo> builtin_attributes();

/// Finds a built-in or a column of `table` (may be null: then built-ins only).
[[nodiscard]] std::optional<AttributeRef> find_attribute(std::string_view name,
                                                         const TrackTable* table);

/// The thing an attribute is asked of: a row, and the link it belongs to if it is one end of a link.
struct Element {
  std::uint32_t row = 0;
  float link_length = 0, link_age = 0, link_strength = 1;
};

/// The value of an attribute; NaN where the element has none.
[[nodiscard]] float attribute_value(const TrackView& tracks, AttributeRef attribute,
                                    const Element& element);

} // namespace overlace
