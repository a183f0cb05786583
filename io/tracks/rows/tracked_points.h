// SPDX-License-Identifier: Apache-2.0
// Points and corner pins as tracked by compositing programs: shared by their formats.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/tracks/detection.h"
#include "io/tracks/writing.h"

namespace overlace {

/// Top left, top right, bottom right, bottom left.
using PinCorners = std::array<FilePoint, 4>;

/// A point, as a box of TrackReadOptions::point_size around it.
[[nodiscard]] Detection tracked_point(FilePoint at, const TrackReadOptions& options);
/// A corner pin as an outline, and the rotated box with its centre and its first two sides, as
/// TrackBuilder::set_corners makes it.
[[nodiscard]] Detection corner_pin(const PinCorners& corners);

/// Rows of a file in which y counts upwards from the picture's bottom edge.
class UpwardRows {
 public:
  /// `said` is the size stated by the file; without one, the user's or the clip's is used. Throws
  /// Error(usage) when none is known.
  UpwardRows(Size said, const TrackReadOptions& options, const std::string& file);
  /// The picture to which the file refers; 0 x 0 where positions are fractions of it.
  [[nodiscard]] Size picture() const { return picture_; }
  /// y from the top edge, in the file's units.
  [[nodiscard]] double down(double up) const { return height_ - up; }

 private:
  Size picture_;
  double height_ = 1;
};

/// Consecutive rows of one track without a gap, the unit in which these programs store tracks.
using TrackRun = std::span<const RowInFrame>;
[[nodiscard]] std::vector<TrackRun> unbroken_runs(std::span<const RowInFrame> rows);

/// The corners of a row's box, or of its outline where that has four, clockwise.
[[nodiscard]] PinCorners pin_of(const TrackTable& table, std::uint32_t row);
/// Whether a row has an outline of four corners.
[[nodiscard]] bool has_pin(const TrackTable& table, std::uint32_t row);
/// The centre of a row's box.
[[nodiscard]] FilePoint centre_of(const Box& box);

/// The name of a track: the text of its id, or its number.
[[nodiscard]] std::string track_name(const IdTexts& ids, const NumberedTracks& tracks,
                                     std::uint32_t row);

/// What such a format cannot hold of a table. With `names` it keeps ids and their texts, else
/// tracks are numbered from 1. `pinned` selects the rows that are written as corner pins, which
/// keep their sizes.
[[nodiscard]] std::vector<std::string> losses_of_points(const TrackTable& table, bool names,
                                                        bool (*pinned)(const TrackTable& table,
                                                                       std::uint32_t row));

/// A number of pixels to a ten-millionth, with no more digits than needed.
[[nodiscard]] std::string pixels_text(double value);

}  // namespace overlace
