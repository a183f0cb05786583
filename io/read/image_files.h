// SPDX-License-Identifier: Apache-2.0
// Numbered pictures as one video: each file is a packet, its number is its time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "io/av/av.h"
#include "io/files/sequence_name.h"
#include "io/read/damage.h"

namespace overlace {

/// The files that match a pattern, in order of their numbers. Files appear while others render: the
/// folder is read once, when this is made.
class ImageFiles {
 public:
  /// Throws Error(input) when there are none, or when two names hold the same number.
  explicit ImageFiles(const std::string& pattern);

  /// Lets others stand for missing pictures; to be called before any is read. Throws Error(input)
  /// with the numbers that are missing where none may be, Error(limit) where too many are.
  void fill_gaps(MissingPictures by);

  /// All files, each once.
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::string first_name() const { return pattern_.name(first_number()); }
  [[nodiscard]] std::int32_t first_number() const { return numbers_.front(); }
  /// The name of the file whose packet is stamped `stamp`.
  [[nodiscard]] std::string name_at(std::int64_t stamp) const {
    return pattern_.name(first_number() + static_cast<std::int32_t>(stamp));
  }
  /// True where there is no file whose packet would be stamped `stamp`, and another one stands for
  /// it.
  [[nodiscard]] bool is_stand_in(std::int64_t stamp) const;
  /// From the first to the last number, missing ones included.
  [[nodiscard]] std::int32_t span() const { return numbers_.back() - numbers_.front() + 1; }
  /// "10, 12-15": numbers between the first and the last that have no file; "" when all are there.
  [[nodiscard]] std::string gaps() const;
  [[nodiscard]] std::int32_t missing() const {
    return span() - static_cast<std::int32_t>(numbers_.size());
  }

  /// The next file, whole, stamped by its number from the first one's. AVERROR_EOF after the last;
  /// a file that cannot be read gives its error, and is passed over.
  [[nodiscard]] int read(AVPacket& packet);
  /// The next file read is the first whose number, counted from the first one's, is `number` or
  /// more.
  void go_to(std::int32_t number);

 private:
  SequencePattern pattern_;
  std::vector<std::int32_t> numbers_;  ///< of all files
  /// Numbers to be read, in order, each with that of the file that stands there.
  struct Shown {
    std::int32_t number, file;
  };
  std::vector<Shown> shown_;
  std::size_t next_ = 0;  ///< of these
};

}  // namespace overlace
