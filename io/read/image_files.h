// SPDX-License-Identifier: Apache-2.0
// Numbered pictures as one video: each file is a packet, its number is its timestamp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "io/av/av.h"
#include "io/files/sequence_name.h"
#include "io/read/damage.h"

namespace overlace {

/// The files that match a pattern, in order of their numbers. As others may be rendering more of
/// them, the folder is read only once, on construction.
class ImageFiles {
 public:
  /// Throws Error(input) when there are none, or when two names hold the same number.
  explicit ImageFiles(const std::string& pattern);

  /// Fills gaps with other pictures; call it before the first read. Throws Error(input) with the
  /// missing numbers where none may be missing, Error(limit) where too many are.
  void fill_gaps(MissingPictures by);

  /// All files, each once.
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::string first_name() const { return pattern_.name(first_number()); }
  [[nodiscard]] std::int32_t first_number() const { return numbers_.front(); }
  /// The name of the file for the packet with timestamp `stamp`.
  [[nodiscard]] std::string name_at(std::int64_t stamp) const {
    return pattern_.name(first_number() + static_cast<std::int32_t>(stamp));
  }
  /// True where timestamp `stamp` has no file of its own, and another one stands in.
  [[nodiscard]] bool is_stand_in(std::int64_t stamp) const;
  /// The number, relative to the first, of the picture that is shown at timestamp `stamp`.
  [[nodiscard]] std::int32_t shown_at(std::int64_t stamp) const;
  /// The count from the first to the last number, missing ones included.
  [[nodiscard]] std::int32_t span() const { return numbers_.back() - numbers_.front() + 1; }
  /// "10, 12-15": numbers between the first and the last without a file; "" when all exist.
  [[nodiscard]] std::string gaps() const;
  [[nodiscard]] std::int32_t missing() const {
    return span() - static_cast<std::int32_t>(numbers_.size());
  }

  /// The next whole file, with its number relative to the first as timestamp. AVERROR_EOF after the
  /// last; a file that cannot be read gives its error, and is skipped.
  [[nodiscard]] int read(AVPacket& packet);
  /// The next file read is the first whose number, relative to the first one's, is at least
  /// `number`.
  void go_to(std::int32_t number);

 private:
  SequencePattern pattern_;
  std::vector<std::int32_t> numbers_;  ///< of all files
  /// The numbers to read, in order, each with the number of the file that is shown there.
  struct Shown {
    std::int32_t number, file;
  };
  std::vector<Shown> shown_;
  /// The index of the first of them whose number, relative to the first, is at least `stamp`.
  [[nodiscard]] std::size_t place_of(std::int64_t stamp) const;
  std::size_t next_ = 0;  ///< index into shown_
};

}  // namespace overlace
