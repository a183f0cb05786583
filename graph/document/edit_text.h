// SPDX-License-Identifier: Apache-2.0
// Changes to a JSON text that leave every other byte as its author wrote it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/json.h"
#include "graph/core/json_places.h"

namespace overlace {

/// Replaces the bytes [begin, end) of a text.
struct TextEdit {
  std::size_t begin = 0, end = 0;
  std::string text;
  friend bool operator==(const TextEdit&, const TextEdit&) = default;
};

/// The text with the edits made. Precondition: they are in order and do not overlap.
[[nodiscard]] std::string apply_edits(std::string_view text, const std::vector<TextEdit>& edits);

/// The least edit that makes one text the other, in whole characters; nothing if they are equal.
[[nodiscard]] std::vector<TextEdit> edit_between(std::string_view before, std::string_view after);

/// The edits that undo these: applied to what `apply_edits` returns, they give the text back.
[[nodiscard]] std::vector<TextEdit> inverse_edits(std::string_view text,
                                                  const std::vector<TextEdit>& edits);

/// Sets the value at a JSON pointer. A member that is missing is added, within objects that are
/// added where those are missing, too; an element may be added after the last, as index or as "-".
/// What is new takes indent, spacing and line ends of its neighbours: a container of one line stays
/// one, unless the line gets longer than 120 columns. Throws Error(usage) for a text that is not
/// JSON, and for a pointer that leads nowhere, through a text or number, or past a list's end.
[[nodiscard]] std::vector<TextEdit> set_value(std::string_view text, std::string_view pointer,
                                              const Json& value);

/// Removes the member or element at a JSON pointer, with its comma and its line. Throws
/// Error(usage) where there is none, and for the document itself.
[[nodiscard]] std::vector<TextEdit> remove_value(std::string_view text, std::string_view pointer);

/// Gives the member at a JSON pointer another key. Throws Error(usage) where there is no member,
/// and if its object has another one of that name.
[[nodiscard]] std::vector<TextEdit> rename_key(std::string_view text, std::string_view pointer,
                                               std::string_view name);

/// Moves the member or element at a JSON pointer within its container, so that it has the index
/// `to` there. Throws Error(usage) where there is none, and for an index past the last.
[[nodiscard]] std::vector<TextEdit> move_item(std::string_view text, std::string_view pointer,
                                              std::size_t to);

}  // namespace overlace
