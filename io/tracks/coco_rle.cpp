// SPDX-License-Identifier: Apache-2.0
// Encodes and decodes COCO's run-length masks, and walks over their runs.
#include "io/tracks/coco_rle.h"

#include <algorithm>
#include <limits>

namespace overlace {
namespace {

constexpr char first_character = '0';
constexpr int bits = 5;
constexpr int more = 1 << bits;        // another character follows
constexpr int sign = 1 << (bits - 1);  // sign bit of the last character
constexpr int longest = 7;             // characters in one run: 32 bits and a sign

/// Removes one signed number from the front of `text`; false where there is none.
bool take_number(std::string_view& text, std::int64_t& value) {
  value = 0;
  for (int i = 0; i < longest && !text.empty(); ++i) {
    const int group = text.front() - first_character;
    if (group < 0 || group >= 2 * more) return false;
    text.remove_prefix(1);
    value |= static_cast<std::int64_t>(group & (more - 1)) << (bits * i);
    if ((group & more) != 0) continue;
    if ((group & sign) != 0) value -= std::int64_t{1} << (bits * (i + 1));
    return true;
  }
  return false;
}

void put_number(std::string& text, std::int64_t value) {
  for (bool last = false; !last;) {
    const int group = static_cast<int>(value & (more - 1));
    value >>= bits;
    last = (group & sign) != 0 ? value == -1 : value == 0;
    text.push_back(static_cast<char>(first_character + (last ? group : group | more)));
  }
}

/// The run to which run `i` is stored relative: the one two before; the first three are absolute.
std::int64_t base_of(std::span<const std::uint32_t> runs, std::size_t i) {
  return i > 2 ? runs[i - 2] : 0;
}

}  // namespace

std::string_view decode_coco_rle(std::string_view text, Size size,
                                 std::vector<std::uint32_t>& runs) {
  runs.clear();
  while (!text.empty()) {
    std::int64_t value = 0;
    if (!take_number(text, value)) return "is not COCO's run-length text";
    value += base_of(runs, runs.size());
    if (value < 0 || value > std::numeric_limits<std::uint32_t>::max())
      return "has a run of an impossible length";
    runs.push_back(static_cast<std::uint32_t>(value));
  }
  return check_mask(size, runs);
}

std::string encode_coco_rle(std::span<const std::uint32_t> runs) {
  std::string text;
  for (std::size_t i = 0; i < runs.size(); ++i) put_number(text, runs[i] - base_of(runs, i));
  return text;
}

std::string_view check_mask(Size size, std::span<const std::uint32_t> runs) {
  constexpr int largest_side = 65536;
  constexpr std::uint64_t most_pixels = 1U << 28U;  // a few bytes must not request gigabytes
  if (size.width < 1 || size.height < 1 || size.width > largest_side || size.height > largest_side)
    return "has an impossible size";
  std::uint64_t pixels = 0;
  for (const std::uint32_t run : runs) pixels += run;
  const auto area =
      static_cast<std::uint64_t>(size.width) * static_cast<std::uint64_t>(size.height);
  if (area > most_pixels) return "has an impossible size";
  if (pixels != area) return "does not cover a grid of its size";
  return "";
}

std::uint64_t mask_area(std::span<const std::uint32_t> runs) {
  std::uint64_t area = 0;
  for (std::size_t i = 1; i < runs.size(); i += 2) area += runs[i];
  return area;
}

Box mask_bounds(Size size, std::span<const std::uint32_t> runs) {
  const auto height = static_cast<std::uint64_t>(size.height);
  std::uint64_t left = std::numeric_limits<std::uint64_t>::max(), right = 0;
  std::uint64_t top = left, bottom = 0;  // right and bottom are one past the last pixel
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < runs.size(); begin += runs[i++]) {
    if (i % 2 == 0 || runs[i] == 0) continue;
    const std::uint64_t last = begin + runs[i] - 1;
    const bool one_column = begin / height == last / height;
    left = std::min(left, begin / height);
    right = std::max(right, last / height + 1);
    top = std::min(top, one_column ? begin % height : 0);
    bottom = std::max(bottom, one_column ? last % height + 1 : height);
  }
  if (right == 0) return {};
  return {static_cast<float>(left), static_cast<float>(top), static_cast<float>(right - left),
          static_cast<float>(bottom - top)};
}

}  // namespace overlace
