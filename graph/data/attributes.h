// SPDX-License-Identifier: Apache-2.0
// Attributes: the named numbers of a tracked object or a link that labels and maps can read.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "graph/core/math.h"
#include "graph/core/random.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Where an attribute's value comes from.
enum class AttributeSource : std::uint8_t {
  id,
  class_index,
  score,
  x,
  y,
  width,
  height,
  area,
  aspect,
  age,
  remaining,
  speed,
  heading,
  index,
  random,
  presence,
  link_length,
  link_age,
  link_strength,
  column,  ///< TrackTable::attributes[AttributeRef::column]
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

/// The factor by which an attribute grows when all lengths grow by `scale`; 1 for columns of a
/// file, which are not known to be lengths.
[[nodiscard]] float unit_of(AttributeRef attribute, float scale);

/// Finds a built-in or a column of `table` (may be null: then built-ins only).
[[nodiscard]] std::optional<AttributeRef> find_attribute(std::string_view name,
                                                         const TrackTable* table);

/// What an attribute is read from: a row, the link it belongs to if it is one end of a link, and
/// how far the node that draws it shows it.
struct Element {
  std::uint32_t row = 0;
  float link_length = 0, link_age = 0, link_strength = 1;
  float presence = 1;
};

/// The value of an attribute; NaN where the element has none.
OVL_FN float attribute_value(const TrackView& tracks, AttributeRef attribute,
                             const Element& element) {
  const float none = __builtin_nanf("");
  const std::uint32_t row = element.row;
  const Box& box = tracks.box[row];
  switch (attribute.source) {
    case AttributeSource::id:
      return tracks.id[row] == no_id ? none : static_cast<float>(tracks.id[row]);
    case AttributeSource::class_index:
      return tracks.class_index[row] < 0 ? none : static_cast<float>(tracks.class_index[row]);
    case AttributeSource::score:
      return tracks.score[row];
    case AttributeSource::x:
      return box.center().x;
    case AttributeSource::y:
      return box.center().y;
    case AttributeSource::width:
      return box.width;
    case AttributeSource::height:
      return box.height;
    case AttributeSource::area:
      return box.width * box.height;
    case AttributeSource::aspect:
      return box.height > 0 ? box.width / box.height : none;
    case AttributeSource::age:
      return tracks.age[row];
    case AttributeSource::remaining:
      return tracks.remaining[row];
    case AttributeSource::speed: {
      const Vec2 v = tracks.velocity[row];
      return sqrt(fma(v.x, v.x, v.y * v.y));
    }
    case AttributeSource::heading: {
      const Vec2 v = tracks.velocity[row];
      return v.x == 0 && v.y == 0 ? none : direction_degrees(v.x, v.y);
    }
    case AttributeSource::index: {
      const bool is_here = row >= tracks.rows.begin && row < tracks.rows.end;
      return is_here ? static_cast<float>(row - tracks.rows.begin) : none;
    }
    case AttributeSource::random: {
      if (tracks.id[row] == no_id) return none;
      const std::uint64_t bits = mix_bits(static_cast<std::uint64_t>(tracks.id[row]));
      return unit_random(static_cast<std::uint32_t>(bits >> 32U));
    }
    case AttributeSource::presence:
      return element.presence;
    case AttributeSource::link_length:
      return element.link_length;
    case AttributeSource::link_age:
      return element.link_age;
    case AttributeSource::link_strength:
      return element.link_strength;
    case AttributeSource::column:
      return tracks.columns[attribute.column][row];
  }
  return none;
}

}  // namespace overlace
