// SPDX-License-Identifier: Apache-2.0
// Reads a JSON file of any size part by part: only what a reader asks for is put together.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "graph/core/json.h"
#include "io/tracks/format.h"

namespace overlace {

/// A value of the file that a reader asked for.
struct JsonPart {
  std::size_t pattern = 0;            ///< which of the patterns it fits
  std::span<const std::string> path;  ///< keys and numbers that lead to it
  const Json& value;
  /// Its own key or number. Precondition: it is not the whole document.
  [[nodiscard]] const std::string& name() const { return path.back(); }
};

/// Calls `visit` for every value whose place fits a pattern, in the order of the file. A pattern is
/// a JSON pointer in which "*" stands for any key and "#" for any place in a list
/// ("/annotations/#"); "" is the whole document. Where a pattern spells a key out, it goes before
/// one with "*", even if it goes on below. What lies within a part is not visited again, and
/// everything else is only checked. Integers past 64 bits become floating-point numbers; of keys
/// given twice the first counts. Throws Error(input) with the line for broken JSON, Error(limit)
/// for nesting past 64 levels and for parts of more than ten million values.
void visit_json(TrackInput& input, std::initializer_list<std::string_view> patterns,
                const std::function<void(const JsonPart&)>& visit);

/// Goes back to the beginning, to visit the file a second time.
void rewind(TrackInput& input);

/// Throws Error(input) at the line of `value`.
[[noreturn]] void refuse_json(const TrackInput& input, const Json& value, std::string message,
                              std::string hint = {});

// Members of an object that may be missing, or of another kind.

/// The number of a member; NaN when it has none. Texts of numbers count.
[[nodiscard]] double number_in(const Json& object, std::string_view key);
/// An integer, a number that is one (up to 2^53), or a text of one.
[[nodiscard]] std::optional<std::int64_t> whole_number(const Json& value);
/// The integer of a member; `otherwise` when it has none. Texts of integers count.
[[nodiscard]] std::int64_t integer_in(const Json& object, std::string_view key,
                                      std::int64_t otherwise);
/// The text of a member; "" when it has none.
[[nodiscard]] std::string_view text_in(const Json& object, std::string_view key);
/// The members "width" and "height"; 0 x 0 when they are no picture's size.
[[nodiscard]] Size size_in(const Json& object);
/// The elements of a member; none when it is no list.
[[nodiscard]] std::span<const Json> list_in(const Json& object, std::string_view key);
/// The elements of a list; none when it is no list.
[[nodiscard]] std::span<const Json> elements(const Json& value);
/// A number, or a text of one; NaN for everything else.
[[nodiscard]] double number_of(const Json& value);
/// The numbers of a list, NaN for what is none.
[[nodiscard]] std::vector<double> numbers_of(std::span<const Json> list);

/// Recognition: whether a sample begins as an object (or a list) and has all these keys in quotes.
[[nodiscard]] bool looks_like_json(std::string_view sample, std::string_view brackets,
                                   std::initializer_list<std::string_view> keys);
/// Recognition: whether a key occurs in the sample.
[[nodiscard]] bool has_key(std::string_view sample, std::string_view key);

}  // namespace overlace
