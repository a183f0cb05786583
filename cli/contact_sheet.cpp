// SPDX-License-Identifier: Apache-2.0
// Places pictures side by side.
#include "cli/contact_sheet.h"

#include <algorithm>

namespace overlace {
namespace {

constexpr int gap_px = 8;
std::size_t at(int width, int x, int y) {
  return (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
          static_cast<std::size_t>(x)) *
         3;
}

/// Mean of the source pixels [x0, x1) x [y0, y1) in one channel.
std::uint8_t mean(std::span<const std::uint8_t> rgb, int width, int x0, int x1, int y0, int y1,
                  std::size_t channel) {
  std::uint64_t sum = 0;
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x) sum += rgb[at(width, x, y) + channel];
  const std::uint64_t count =
      static_cast<std::uint64_t>(x1 - x0) * static_cast<std::uint64_t>(y1 - y0);
  return static_cast<std::uint8_t>((sum + count / 2) / count);
}

}  // namespace

ContactSheet::ContactSheet(Size picture, int columns, int thumbnail_width)
    : picture_(picture), columns_(columns) {
  thumbnail_.width = std::min(thumbnail_width, picture.width);
  thumbnail_.height = std::max(1, picture.height * thumbnail_.width / picture.width);
  caption_ = {thumbnail_.width, std::max(12, thumbnail_.width / 16)};
  size_.width = columns * (thumbnail_.width + gap_px) + gap_px;
  size_.height = gap_px;
  pixels_.assign(at(size_.width, 0, size_.height), paper);
}

void ContactSheet::begin_row() {
  size_.height += thumbnail_.height + caption_.height + gap_px;
  pixels_.resize(at(size_.width, 0, size_.height), paper);
}

void ContactSheet::copy_caption(std::span<const std::uint8_t> caption, int left, int top) {
  for (int y = 0; y < caption_.height; ++y) {
    const auto row = caption.subspan(at(caption_.width, 0, y), at(caption_.width, 0, 1));
    std::ranges::copy(
        row, pixels_.begin() + static_cast<std::ptrdiff_t>(at(size_.width, left, top + y)));
  }
}

void ContactSheet::add(std::span<const std::uint8_t> rgb, std::span<const std::uint8_t> caption) {
  const int column = count_ % columns_;
  if (column == 0) begin_row();
  const int left = gap_px + column * (thumbnail_.width + gap_px);
  const int top = size_.height - gap_px - caption_.height - thumbnail_.height;
  for (int y = 0; y < thumbnail_.height; ++y) {
    const int y0 = y * picture_.height / thumbnail_.height;
    const int y1 = std::max(y0 + 1, (y + 1) * picture_.height / thumbnail_.height);
    for (int x = 0; x < thumbnail_.width; ++x) {
      const int x0 = x * picture_.width / thumbnail_.width;
      const int x1 = std::max(x0 + 1, (x + 1) * picture_.width / thumbnail_.width);
      for (std::size_t c = 0; c < 3; ++c)
        pixels_[at(size_.width, left + x, top + y) + c] =
            mean(rgb, picture_.width, x0, x1, y0, y1, c);
    }
  }
  copy_caption(caption, left, top + thumbnail_.height);
  ++count_;
}

ImageView ContactSheet::view() {
  return rgb_view(size_, pixels_);
}

}  // namespace overlace
