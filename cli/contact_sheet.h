// SPDX-License-Identifier: Apache-2.0
// Pictures side by side on one larger picture, with a caption under each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cli/rgb_picture.h"
#include "graph/data/image.h"

namespace overlace {

/// Grows row by row. Pictures are packed 8-bit R'G'B' of one size, reduced by averaging; captions
/// have the size that the sheet says, and are copied unchanged.
class ContactSheet {
 public:
  /// Thumbnails are `thumbnail_width` wide, or as wide as the pictures if that is less.
  ContactSheet(Size picture, int columns, int thumbnail_width);
  [[nodiscard]] Size caption_size() const { return caption_; }
  /// The background between pictures and under captions, in each channel.
  static constexpr std::uint8_t paper = 24;
  void add(std::span<const std::uint8_t> rgb, std::span<const std::uint8_t> caption);
  /// Valid until the next `add`.
  [[nodiscard]] ImageView view();
  /// What has been added, as a picture.
  [[nodiscard]] RgbPicture picture() const { return {size_, pixels_}; }

 private:
  void begin_row();
  /// Copies a picture of `size` to a place on the sheet.
  void copy_rows(std::span<const std::uint8_t> rgb, Size size, int left, int top);

  Size picture_, thumbnail_, caption_;
  int columns_;
  int count_ = 0;
  Size size_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace overlace
