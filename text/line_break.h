// SPDX-License-Identifier: Apache-2.0
// Breaks lines of text that are too wide.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace overlace {

/// Breaks lines that are too wide between words, by Unicode's line breaking rules (UAX 14, from
/// libunistring, the same for all locales). For one thread at a time; reuses its memory.
class LineBreaker {
 public:
  /// The pieces of a line, trimmed of spaces, each with as many words as fit. None is wider than
  /// `most` unless it cannot be broken. `width_of(piece)` measures. Valid until the next call.
  /// Precondition: the line is UTF-8.
  [[nodiscard]] std::span<const std::string_view> pieces(
      std::string_view line, float most, const std::function<float(std::string_view)>& width_of);

 private:
  std::vector<char> breaks_;  ///< by byte: whether the line may be broken before it
  std::vector<std::string_view> pieces_;
};

/// The text without leading and trailing spaces.
[[nodiscard]] std::string_view trim_spaces(std::string_view text);

}  // namespace overlace
