// SPDX-License-Identifier: Apache-2.0
// Texts with tags: [b]bold[/], [i]italic[/], [#f80]a colour[/], [80%]a size[/].
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// What tags ask for.
struct MarkedStyle {
  bool bold = false, italic = false;
  float scale = 1;               ///< of the font size
  std::optional<Color> color{};  ///< instead of the text's
  friend bool operator==(const MarkedStyle&, const MarkedStyle&) = default;
};

/// A part of a text in one style, up to byte `end`.
struct MarkedSpan {
  std::size_t end = 0;
  MarkedStyle style;
};

/// A text without its tags, and the spans that cover it, in order.
struct MarkedText {
  std::string text;
  std::vector<MarkedSpan> spans;
};

/// How deep tags may nest, and the smallest and largest size of a tag, in percent.
inline constexpr std::size_t max_tag_depth = 16;
inline constexpr float least_tag_size = 10, largest_tag_size = 1000;

/// Reads tags. [/] closes the last open one, [[ is a bracket. Tags nest and are case-insensitive.
/// Throws Error(usage) naming the tag if it does not exist, for [/] without a tag and for tags
/// nested deeper than max_tag_depth. Allocates nothing once `out` is large enough.
void read_markup(std::string_view marked, MarkedText& out);

/// Doubles the brackets in `out` from `begin` on, so that they are not read as tags.
void escape_markup(std::string& out, std::size_t begin);

}  // namespace overlace
