// SPDX-License-Identifier: Apache-2.0
// Where a document uses the names of its nodes, knobs, colours and series.
#pragma once

#include <string>
#include <vector>

#include "graph/core/json.h"
#include "graph/types/registry.h"

namespace overlace {

/// What has a name. A series belongs to the node whose parameter "name" begins its own name, as
/// "door" begins "door.in", the attribute "door_since" and the shape "door".
enum class NameKind : std::uint8_t { node, knob, color, series };

/// A text of a document that uses a name.
struct NameUse {
  std::vector<std::string> keys;  ///< that lead to it, outermost first; indices for elements
  std::string text;               ///< with the other name
};

/// Every use of `name`, with `to` in its place: inputs, paint order, sounds and redaction for a
/// node; parameters for all others, also inside maps, expressions and texts. What declares the name
/// is not among them.
[[nodiscard]] std::vector<NameUse> uses_renamed(const Json& document, NameKind kind,
                                                const std::string& name, const std::string& to,
                                                const Registry& registry);

/// The names that the parameter "name" gives to series, as written or by default, by node, in
/// order.
struct SeriesName {
  std::string node, name;
};
[[nodiscard]] std::vector<SeriesName> series_names(const Json& document, const Registry& registry);

/// Whether a value is, or contains, a reference to a knob or a theme colour: a text that begins
/// with
/// "$".
[[nodiscard]] bool refers_to_others(const Json& value);

/// The value that keys lead to, members and elements alike; null where there is none.
[[nodiscard]] const Json* json_at(const Json& document, const std::vector<std::string>& keys);

}  // namespace overlace
