// SPDX-License-Identifier: Apache-2.0
// Tags push styles onto a stack.
#include "text/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "graph/core/error.h"
#include "graph/values/colors.h"

namespace overlace {
namespace {

/// The size of a tag such as "80%", as a factor.
std::optional<float> read_size(std::string_view tag) {
  if (!tag.ends_with('%')) return std::nullopt;
  tag.remove_suffix(1);
  float percent = 0;
  const auto [end, failure] = std::from_chars(tag.data(), tag.data() + tag.size(), percent);
  if (failure != std::errc() || end != tag.data() + tag.size()) return std::nullopt;
  if (!(percent >= least_tag_size && percent <= largest_tag_size)) return std::nullopt;
  return percent / 100;
}

/// A tag's style, nested in another style.
MarkedStyle style_of(std::string_view tag, MarkedStyle style) {
  if (tag == "b" || tag == "B") {
    style.bold = true;
  } else if (tag == "i" || tag == "I") {
    style.italic = true;
  } else if (const auto size = read_size(tag)) {
    style.scale *= *size;
  } else if (const auto color = parse_color(tag)) {
    style.color = *color;
  } else {
    throw Error(ErrorCode::usage, fmt::format("unknown tag [{}]", tag),
                "tags are [b], [i], [#f80], [red], [80%] and [/]; write [[ for a bracket");
  }
  return style;
}

/// The stack of styles of the open tags.
class OpenTags {
 public:
  [[nodiscard]] const MarkedStyle& style() const { return styles_[depth_]; }
  void open(std::string_view tag) {
    if (depth_ == max_tag_depth)
      throw Error(ErrorCode::usage, fmt::format("more than {} nested tags", max_tag_depth),
                  "end some of them with [/]");
    styles_[depth_ + 1] = style_of(tag, style());
    ++depth_;
  }
  void close() {
    if (depth_ == 0)
      throw Error(ErrorCode::usage, "[/] without a tag before it", "write [[ for a bracket");
    --depth_;
  }

 private:
  std::array<MarkedStyle, max_tag_depth + 1> styles_;
  std::size_t depth_ = 0;
};

}  // namespace

void read_markup(std::string_view marked, MarkedText& out) {
  out.text.clear();
  out.spans.clear();
  OpenTags tags;
  const auto append = [&](std::string_view text) {
    if (text.empty()) return;
    out.text += text;
    if (out.spans.empty() || !(out.spans.back().style == tags.style()))
      out.spans.push_back({0, tags.style()});
    out.spans.back().end = out.text.size();
  };
  while (!marked.empty()) {
    const std::size_t bracket = std::min(marked.find('['), marked.size());
    append(marked.substr(0, bracket));
    marked.remove_prefix(bracket);
    if (marked.empty()) return;
    if (marked.starts_with("[[")) {
      append(marked.substr(0, 1));
      marked.remove_prefix(2);
      continue;
    }
    const std::size_t end = marked.find(']');
    if (end == marked.npos)
      throw Error(ErrorCode::usage, "'[' without ']'", "write [[ for a bracket");
    const std::string_view tag = marked.substr(1, end - 1);
    if (tag == "/")
      tags.close();
    else
      tags.open(tag);
    marked.remove_prefix(end + 1);
  }
}

void escape_markup(std::string& out, std::size_t begin) {
  for (std::size_t at = out.find('[', begin); at != out.npos; at = out.find('[', at + 2))
    out.insert(at, 1, '[');
}

}  // namespace overlace
