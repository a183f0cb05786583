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

void ContactSheet::copy_rows(std::span<const std::uint8_t> rgb, Size size, int left, int top) {
  for (int y = 0; y < size.height; ++y) {
    const auto row = rgb.subspan(at(size.width, 0, y), at(size.width, 0, 1));
    std::ranges::copy(
        row, pixels_.begin() + static_cast<std::ptrdiff_t>(at(size_.width, left, top + y)));
  }
}

void ContactSheet::add(std::span<const std::uint8_t> rgb, std::span<const std::uint8_t> caption) {
  const int column = count_ % columns_;
  if (column == 0) begin_row();
  const int left = gap_px + column * (thumbnail_.width + gap_px);
  const int top = size_.height - gap_px - caption_.height - thumbnail_.height;
  copy_rows(reduced(picture_, rgb, thumbnail_).pixels, thumbnail_, left, top);
  copy_rows(caption, caption_, left, top + thumbnail_.height);
  ++count_;
}

ImageView ContactSheet::view() {
  return rgb_view(size_, pixels_);
}

}  // namespace overlace
