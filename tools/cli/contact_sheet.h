// SPDX-License-Identifier: Apache-2.0
// Pictures side by side on one larger picture.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/data/image.h"

namespace overlace {

/// Grows row by row. Pictures are packed 8-bit R'G'B' of one size, reduced by averaging.
class ContactSheet {
 public:
  /// Thumbnails are `thumbnail_width` wide, or as wide as the pictures if that is less.
  ContactSheet(Size picture, int columns, int thumbnail_width);
  void add(std::span<const std::uint8_t> rgb);
  /// Valid until the next `add`.
  [[nodiscard]] ImageView view();

 private:
  void begin_row();

  Size picture_, thumbnail_;
  int columns_;
  int count_ = 0;
  Size size_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace overlace
