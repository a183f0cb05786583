// SPDX-License-Identifier: Apache-2.0
// Runs go down the columns; masks lie in memory line by line.
#include "api/mask_bytes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "graph/core/error.h"

namespace overlace::api {
namespace {

constexpr int largest_side = 65536;
constexpr std::int64_t most_pixels = std::int64_t{1} << 28;

/// The part of a mask outside of which all is 0; empty if nothing is inside.
struct Extent {
  int left = 0, top = 0, right = 0, bottom = 0;
};

/// The first byte of [begin, end) that is not 0; `end` if there is none. Eight at once.
const std::uint8_t* first_set(const std::uint8_t* begin, const std::uint8_t* end) {
  constexpr std::ptrdiff_t word = sizeof(std::uint64_t);
  for (; end - begin >= word; begin += word) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, begin, sizeof bytes);
    if (bytes != 0) break;
  }
  return std::find_if(begin, end, [](std::uint8_t byte) { return byte != 0; });
}

const std::uint8_t* last_set(const std::uint8_t* begin, const std::uint8_t* end) {
  while (end > begin && end[-1] == 0) --end;
  return end;
}

Extent extent_of(const std::uint8_t* pixels, std::int64_t stride, Size size) {
  Extent extent{size.width, 0, 0, 0};
  for (int y = 0; y < size.height; ++y) {
    const std::uint8_t* const line = pixels + y * stride;
    const std::uint8_t* const end = line + size.width;
    const std::uint8_t* const first = first_set(line, end);
    if (first == end) continue;
    if (extent.bottom == 0) extent.top = y;
    extent.bottom = y + 1;
    extent.left = std::min(extent.left, static_cast<int>(first - line));
    extent.right =
        std::max(extent.right, static_cast<int>(last_set(line + extent.right, end) - line));
  }
  return extent.bottom == 0 ? Extent{} : extent;
}

/// Collects alternating runs, the first one outside.
class RunList {
 public:
  explicit RunList(std::vector<std::uint32_t>& runs) : runs_(runs) { runs_.assign(1, 0); }

  void add(bool inside, std::uint32_t pixels) {
    if (pixels == 0) return;
    if (inside != ((runs_.size() - 1) % 2 == 1)) runs_.push_back(0);
    runs_.back() += pixels;
  }

 private:
  std::vector<std::uint32_t>& runs_;
};

void read_runs(const std::uint8_t* pixels, std::int64_t stride, Size size,
               std::vector<std::uint32_t>& runs) {
  const auto height = static_cast<std::uint32_t>(size.height);
  const auto width = static_cast<std::uint32_t>(size.width);
  const Extent extent = extent_of(pixels, stride, size);
  const auto left = static_cast<std::uint32_t>(extent.left);
  const auto top = static_cast<std::uint32_t>(extent.top);
  RunList list(runs);
  list.add(false, left * height);
  for (int x = extent.left; x < extent.right; ++x) {
    list.add(false, top);
    for (int y = extent.top; y < extent.bottom; ++y) list.add(pixels[y * stride + x] != 0, 1);
    list.add(false, height - static_cast<std::uint32_t>(extent.bottom));
  }
  list.add(false, (width - static_cast<std::uint32_t>(extent.right)) * height);
}

void check(const MaskBytes& masks, std::uint32_t count) {
  const auto [width, height] = masks.size;
  if (width < 1 || height < 1 || width > largest_side || height > largest_side ||
      std::int64_t{width} * height > most_pixels)
    throw Error(ErrorCode::usage,
                fmt::format("ovl_columns.mask_width x mask_height is {} x {}", width, height));
  if (height > 1 && std::abs(masks.row_stride) < width)
    throw Error(
        ErrorCode::usage,
        fmt::format("ovl_columns.mask_row_stride is {}, less than mask_width", masks.row_stride));
  if (count > 1 && masks.mask_stride == 0)
    throw Error(ErrorCode::usage, "ovl_columns.mask_stride is 0");
}

}  // namespace

RowLists<std::uint32_t> runs_of_masks(const MaskBytes& masks, std::uint32_t count) {
  check(masks, count);
  RowLists<std::uint32_t> lists;
  std::vector<std::uint32_t> runs;
  for (std::uint32_t row = 0; row < count; ++row) {
    read_runs(masks.pixels + row * masks.mask_stride, masks.row_stride, masks.size, runs);
    lists.put(row, runs);
  }
  return lists;
}

void write_mask(std::span<const std::uint32_t> runs, Size size, std::uint8_t* pixels,
                std::int64_t stride) {
  for (int y = 0; y < size.height; ++y)
    std::memset(pixels + y * stride, 0, static_cast<std::size_t>(size.width));
  std::int64_t x = 0, y = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const bool inside = i % 2 == 1;
    for (std::int64_t left = runs[i]; left > 0;) {
      const std::int64_t down = std::min(left, size.height - y);
      for (std::int64_t line = y; inside && line < y + down; ++line) pixels[line * stride + x] = 1;
      left -= down;
      y += down;
      if (y == size.height) ++x, y = 0;
    }
  }
}

}  // namespace overlace::api
