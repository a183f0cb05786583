// SPDX-License-Identifier: Apache-2.0
// How parameter values are written: shared by the reader, the schema and the reference.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/core/named.h"
#include "graph/types/node_type.h"

namespace overlace {

/// "0 to 64 px".
[[nodiscard]] std::string range_text(const Range& range);
/// What a parameter accepts: "a number from 0 to 64 px, or a percentage of …".
[[nodiscard]] std::string expected_text(const ParamRow& row);
/// What a port accepts: "tracks", "a drawing or a layer".
[[nodiscard]] std::string_view accepted_text(Stage port);
/// A number as a person would write it: whole numbers without a decimal point.
[[nodiscard]] Json number_json(double value);
/// JSON Schema of a parameter's value. Forms shared by several parameters go into `definitions`.
[[nodiscard]] Json value_schema(const ParamRow& row, Json& definitions);
/// JSON Schemas of a constant colour: "#rrggbb" and the like, or a name.
[[nodiscard]] Json::Array constant_colors();
/// JSON Schema of an object with these keys, comments, and nothing else.
[[nodiscard]] Json object_schema(Json::Object properties, const std::vector<std::string>& required);
/// A list of strings, and {"$ref": "#/definitions/NAME"}.
[[nodiscard]] Json string_list(const std::vector<std::string>& texts);
[[nodiscard]] Json schema_ref(std::string_view definition);

/// Percentages of the frame height that a length may have, whatever the picture's size: what its
/// range allows at a height of 100 px, but at most 1000. In a larger picture, lengths beyond the
/// range are clamped.
[[nodiscard]] Limits percentages(const Range& range);

inline constexpr Named<Easing> easing_names[] = {{"linear", Easing::linear},
                                                 {"hold", Easing::hold},
                                                 {"in", Easing::ease_in},
                                                 {"out", Easing::ease_out},
                                                 {"in_out", Easing::ease_in_out}};

}  // namespace overlace
