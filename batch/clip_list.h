// SPDX-License-Identifier: Apache-2.0
// Millions of clips, in a few dozen bytes each.
#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "batch/clip.h"

namespace overlace {

/// Clips in the order in which they were added, numbered in that order. The rows of a batch are
/// very similar, so a row is stored as its differences from the previous row, text by text, as in
/// dictionaries (front coding). Rows are stored in blocks, the first row of each block whole.
class ClipList {
 public:
  class Iterator;

  void push_back(const BatchClip& clip);
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Also decodes the rows before it in its block. Precondition: row < size().
  [[nodiscard]] BatchClip operator[](std::size_t row) const;

  [[nodiscard]] Iterator begin() const;
  /// Starts at row number `row`. Precondition: row <= size().
  [[nodiscard]] Iterator from(std::size_t row) const;
  [[nodiscard]] static std::default_sentinel_t end() { return std::default_sentinel; }

 private:
  static constexpr std::size_t rows_per_block = 32;
  std::vector<std::string> blocks_;
  std::vector<std::string> last_;  ///< texts of the last row
  std::size_t size_ = 0;
};

/// Visits clips in order. The clip is the iterator's own, and valid until the next increment.
class ClipList::Iterator {
 public:
  using value_type = BatchClip;
  using difference_type = std::ptrdiff_t;

  /// Precondition: row <= list.size().
  Iterator(const ClipList& list, std::size_t row);
  [[nodiscard]] const BatchClip& operator*() const { return clip_; }
  [[nodiscard]] const BatchClip* operator->() const { return &clip_; }
  [[nodiscard]] std::size_t row() const { return row_; }
  Iterator& operator++();
  void operator++(int) { ++*this; }
  friend bool operator==(const Iterator& place, std::default_sentinel_t /*end*/) {
    return place.row_ == place.list_->size();
  }

 private:
  void read_texts(std::size_t row);

  const ClipList* list_;
  std::size_t row_;
  std::size_t next_ = 0;  ///< offset in the block of the first row that is not decoded yet
  std::vector<std::string> texts_{};
  BatchClip clip_{};
};

}  // namespace overlace
