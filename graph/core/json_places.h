// SPDX-License-Identifier: Apache-2.0
// Where the values of a JSON text stand in it, byte by byte, for edits that leave all else alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

/// Bytes [begin, end) of a text.
struct TextSpan {
  std::size_t begin = 0, end = 0;

  [[nodiscard]] std::string_view of(std::string_view text) const {
    return text.substr(begin, end - begin);
  }
  friend bool operator==(const TextSpan&, const TextSpan&) = default;
};

/// A value, and what it contains.
struct JsonPlace {
  TextSpan value;  ///< from its first byte to its last, quotes and brackets included
  TextSpan key{};  ///< with its quotes; empty for elements and for the document
  std::vector<JsonPlace> items{};  ///< members or elements, in order

  /// The first byte of a member's key, or of any other value.
  [[nodiscard]] std::size_t begin() const { return key.end > 0 ? key.begin : value.begin; }
};

/// The places of all values of a text, which must outlive this.
class JsonPlaces {
 public:
  /// Precondition: parse_json accepts the text. A byte-order mark counts as three bytes.
  explicit JsonPlaces(std::string_view text);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] const JsonPlace& document() const { return document_; }
  [[nodiscard]] bool is_object(const JsonPlace& place) const { return first(place) == '{'; }
  [[nodiscard]] bool is_array(const JsonPlace& place) const { return first(place) == '['; }
  /// The key of a member, without quotes and escapes.
  [[nodiscard]] std::string key_of(const JsonPlace& member) const;

  /// The values on the way to a JSON pointer, the document first, as far as they exist: one more
  /// than the tokens if there is such a value. Throws Error(usage) for a text that is no pointer.
  [[nodiscard]] std::vector<const JsonPlace*> path(std::string_view pointer) const;

 private:
  [[nodiscard]] char first(const JsonPlace& place) const { return text_[place.value.begin]; }
  [[nodiscard]] const JsonPlace* item(const JsonPlace& container, const std::string& token) const;

  std::string_view text_;
  JsonPlace document_;
};

/// The reference tokens of a JSON pointer (RFC 6901), unescaped. Throws Error(usage) for a text
/// that is neither empty nor begins with "/".
[[nodiscard]] std::vector<std::string> pointer_tokens(std::string_view pointer);

}  // namespace overlace
