// SPDX-License-Identifier: Apache-2.0
// Reads a JSON file of any size part by part: only the parts that a reader requests are built.
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

/// A value of the file that a reader requested.
struct JsonPart {
  std::size_t pattern = 0;            ///< index of the pattern it matches
  std::span<const std::string> path;  ///< keys and indices that lead to it
  const Json& value;
  /// Its own key or index. Precondition: it is not the whole document.
  [[nodiscard]] const std::string& name() const { return path.back(); }
};

/// Calls `visit` for every value whose location matches a pattern, in file order. A pattern is a
/// JSON pointer in which "*" stands for any key and "#" for any index in a list ("/annotations/#");
/// "" is the whole document. A pattern with a literal key takes precedence over one with "*", even
/// if it continues below. Values within a part are not visited again, and everything else is only
/// checked. Integers beyond 64 bits become floating-point numbers; of duplicate keys the first
/// counts. Throws Error(input) with the line for broken JSON, Error(limit) for nesting past 64
/// levels and for parts of more than ten million values.
void visit_json(TrackInput& input, std::initializer_list<std::string_view> patterns,
                const std::function<void(const JsonPart&)>& visit);

/// Python writes NaN and infinities into JSON, which has no such numbers. They become empty texts,
/// which readers take for missing values.
class PythonNumbers {
 public:
  /// Replaces them in the next characters of a document, which do not end within one.
  void blank_out(std::span<char> text);

 private:
  bool in_text_ = false, escaped_ = false;
};

/// Returns to the beginning, to visit the file again.
void rewind(TrackInput& input);

/// Throws Error(input) at the line of `value`.
[[noreturn]] void refuse_json(const TrackInput& input, const Json& value, std::string message,
                              std::string hint = {});

// Lookups of members that may be missing, or of another type.

/// The number of a member; NaN when it has none. Texts that are numbers count.
[[nodiscard]] double number_in(const Json& object, std::string_view key);
/// An integer, a number with an integer value (up to 2^53), or the text of one.
[[nodiscard]] std::optional<std::int64_t> whole_number(const Json& value);
/// The integer of a member; `otherwise` when it has none. Texts that are integers count.
[[nodiscard]] std::int64_t integer_in(const Json& object, std::string_view key,
                                      std::int64_t otherwise);
/// The text of a member; "" when it has none.
[[nodiscard]] std::string_view text_in(const Json& object, std::string_view key);
/// The members "width" and "height"; 0 x 0 when they do not give a picture's size.
[[nodiscard]] Size size_in(const Json& object);
/// The elements of a member; none when it is not a list.
[[nodiscard]] std::span<const Json> list_in(const Json& object, std::string_view key);
/// The elements of a list; none when it is not a list.
[[nodiscard]] std::span<const Json> elements(const Json& value);
/// A number, or the text of one; NaN for everything else.
[[nodiscard]] double number_of(const Json& value);
/// The numbers of a list, NaN for other elements.
[[nodiscard]] std::vector<double> numbers_of(std::span<const Json> list);

/// Recognition: whether a sample begins as an object (or a list) and contains all these quoted
/// keys.
[[nodiscard]] bool looks_like_json(std::string_view sample, std::string_view brackets,
                                   std::initializer_list<std::string_view> keys);
/// Recognition: whether a key occurs in the sample.
[[nodiscard]] bool has_key(std::string_view sample, std::string_view key);

}  // namespace overlace
