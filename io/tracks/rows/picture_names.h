// SPDX-License-Identifier: Apache-2.0
// Frames of pictures that a file names rather than numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/tracks/reader.h"

namespace overlace {

/// Goes over the names twice: all are added before the first frame is requested. The last number in
/// a name is its frame. Names of several series ("a/0001.jpg", "b/0001.jpg") are sequences, of
/// which one is read; names that are hashes, or hold no number, are numbered in file order.
class PictureNames {
 public:
  void add(std::string_view name);
  /// Determines how the names number frames, and counts them as frames that the file mentions.
  /// Throws Error(usage) with the names of several sequences.
  void settle(const TrackReadOptions& options, TrackReport& report);
  /// The frame of a picture; nothing for a sequence that is not read. Precondition: settled.
  [[nodiscard]] std::optional<std::int64_t> frame(std::string_view name) const;
  /// Completes "frames count from 0, ".
  [[nodiscard]] std::string reason() const;

 private:
  std::vector<std::string> names_;  ///< distinct, in file order
  std::unordered_map<std::string, std::optional<std::int64_t>> frames_;
  bool in_order_ = false;
};

/// Whether picture names form one series that differs only in frame numbers: some digits of hashes
/// look like numbers, too.
[[nodiscard]] bool number_one_series(std::span<const std::string> names);

/// The column that names the picture; nothing if no usual name is among them.
[[nodiscard]] std::optional<std::size_t> picture_column(std::span<const std::string_view> columns);

}  // namespace overlace
