// SPDX-License-Identifier: Apache-2.0
// Two versions of a JSON document that began with the same one, as one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/core/json.h"

namespace overlace {

struct MergedText {
  std::string text;  ///< theirs, with what changed in mine
  /// JSON pointers of what both changed in different ways: there, it is as in mine.
  std::vector<std::string> both{};
};

/// Merges value by value: what only one side has changed since `base` is taken from that side.
/// Lists whose items have names (texts, or objects with a "node") are merged item by item, others
/// are one value. Comments and layout are those of `theirs`. Throws Error(usage) for a text that is
/// not JSON.
[[nodiscard]] MergedText merge_texts(std::string_view base, std::string_view mine,
                                     std::string_view theirs);

/// The text with another value, by edits of the parts that differ. Throws Error(usage) for a text
/// that is not JSON.
[[nodiscard]] std::string text_with_value(std::string text, const Json& value);

}  // namespace overlace
