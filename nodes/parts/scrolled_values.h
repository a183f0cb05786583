// SPDX-License-Identifier: Apache-2.0
// The values of a picture that scrolls to the left by whole columns: only new columns are computed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// Rows are stored without gaps, so that moving the start of the first row scrolls all of them
/// without copying.
class ScrolledValues {
 public:
  /// Makes columns `first` to `first + size.width - 1`; make(i, rows, count) makes `count` of them,
  /// from the i-th on, where rows[0] is the top of the first one and rows are size.width apart.
  /// Columns of the previous call are kept, unless `forget` was called or the size has changed.
  template <class Make>
  void show(Size size, std::int64_t first, const Make& make) {
    const auto width = static_cast<std::size_t>(size.width);
    if (size != size_) reset(size);
    const std::int64_t moved = first - first_;
    const bool goes_on = is_there_ && moved >= 0 && moved < size.width;
    const std::size_t count = goes_on ? static_cast<std::size_t>(moved) : width;
    if (goes_on) scroll(count);
    first_ = first;
    is_there_ = true;
    make(width - count, values_.data() + begin_ + width - count, count);
  }
  void forget() { is_there_ = false; }
  /// Row by row from the top; valid until the next call.
  [[nodiscard]] const std::uint16_t* values() const { return values_.data() + begin_; }

 private:
  static constexpr std::size_t slack_rows = 16;  ///< room to scroll before values are moved back

  void reset(Size size) {
    size_ = size;
    is_there_ = false;
    begin_ = 0;
    values_.resize(static_cast<std::size_t>(size.width) *
                   (static_cast<std::size_t>(size.height) + slack_rows));
  }
  void scroll(std::size_t columns) {
    begin_ += columns;
    const std::size_t count =
        static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(size_.height);
    if (begin_ + count <= values_.size()) return;
    const std::size_t kept = values_.size() - begin_;  // the rest belongs to new columns
    std::memmove(values_.data(), values_.data() + begin_, kept * sizeof(std::uint16_t));
    begin_ = 0;
  }

  Size size_;
  std::vector<std::uint16_t> values_;
  std::size_t begin_ = 0;   ///< of the first row
  std::int64_t first_ = 0;  ///< number of the leftmost column
  bool is_there_ = false;
};

}  // namespace overlace
