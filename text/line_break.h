// SPDX-License-Identifier: Apache-2.0
// Where a line of text may be broken, and where it is.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace overlace {

/// Breaks lines that are too wide between words, as Unicode's line breaking rules allow (UAX 14, by
/// libunistring, the same for all locales). Serves one thread at a time; keeps its memory.
class LineBreaker {
 public:
  /// The pieces of a line, none wider than `most` unless it cannot be broken, without the spaces
  /// around them; as many words on each as fit. `width_of(piece)` measures. Valid until the next
  /// call. Precondition: the line is UTF-8.
  [[nodiscard]] std::span<const std::string_view> pieces(
      std::string_view line, float most, const std::function<float(std::string_view)>& width_of);

 private:
  std::vector<char> breaks_;  ///< by byte: whether the line may be broken before it
  std::vector<std::string_view> pieces_;
};

/// Text without the spaces around it.
[[nodiscard]] std::string_view trim_spaces(std::string_view text);

}  // namespace overlace
