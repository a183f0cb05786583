// SPDX-License-Identifier: Apache-2.0
// Clips by the million, in a few dozen bytes each.
#pragma once

#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "batch/clip.h"

namespace overlace {

/// Clips in the order in which they were added, and with these numbers. Rows of a batch are much
/// alike, so that a row is kept as what differs from the row before it, text by text, as
/// dictionaries are (front coding). Rows lie in blocks, of which the first one is whole.
class ClipList {
 public:
  class Iterator;

  void push_back(const BatchClip& clip);
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Reads the rows of its block that stand before it, too. Precondition: row < size().
  [[nodiscard]] BatchClip operator[](std::size_t row) const;

  [[nodiscard]] Iterator begin() const;
  /// Begins at number `row`. Precondition: row <= size().
  [[nodiscard]] Iterator from(std::size_t row) const;
  [[nodiscard]] static std::default_sentinel_t end() { return std::default_sentinel; }

 private:
  static constexpr std::size_t rows_per_block = 32;
  std::vector<std::string> blocks_;
  std::vector<std::string> last_;  ///< texts of the last row
  std::size_t size_ = 0;
};

/// One clip after the other. The clip that it shows is its own, until it goes on.
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
  std::size_t next_ = 0;  ///< where the row after those that were read begins in its block
  std::vector<std::string> texts_{};
  BatchClip clip_{};
};

}  // namespace overlace
