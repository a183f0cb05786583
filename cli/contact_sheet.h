// SPDX-License-Identifier: Apache-2.0
// Pictures side by side on one larger picture, with a caption under each.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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

 private:
  void begin_row();
  void copy_caption(std::span<const std::uint8_t> caption, int left, int top);

  Size picture_, thumbnail_, caption_;
  int columns_;
  int count_ = 0;
  Size size_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace overlace
