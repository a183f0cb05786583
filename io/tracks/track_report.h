// SPDX-License-Identifier: Apache-2.0
// A reader's report on a track file: what it assumed, found and left out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/tracks.h"
#include "io/tracks/rows/evidence.h"

namespace overlace {

/// Something found once or many times in a file.
struct TrackFinding {
  std::string what;
  std::uint64_t count = 0;
  std::uint64_t first_line = 0;  ///< from 1; 0 when not known
  std::string first_file{};      ///< in a folder; empty for the only file
};

/// The file's coordinates of the left-most and the top-most pixel.
struct PixelBase {
  double x = 0, y = 0;

  PixelBase() = default;
  /// The same base for both.
  PixelBase(double both) : x(both), y(both) {}  // NOLINT(google-explicit-constructor): it is one
  PixelBase(double across, double down) : x(across), y(down) {}
  friend bool operator==(const PixelBase&, const PixelBase&) = default;
};

/// Filled by `read_tracks`.
struct TrackReport {
  std::string file;
  std::string format;                    ///< name of the format
  std::string format_title;              ///< for display
  std::string recognised_by;             ///< why this format; empty when the user named it
  std::vector<std::string> assumptions;  ///< one sentence each, with the option that overrides it
  std::vector<TrackFinding> lost;        ///< rows left out
  std::vector<TrackFinding> oddities;    ///< rows kept that deserve a look
  std::optional<Rational> frame_rate;    ///< as stated by the file or its companion
  Size size;                             ///< picture to which the numbers refer; 0 x 0: unknown
  std::uint64_t rows = 0;                ///< boxes in the file
  std::uint64_t boxes = 0;               ///< boxes in the table
  std::int32_t counted_from = 0;         ///< ClipInfo::first_frame
  std::int32_t first_frame = 0, last_frame = -1;  ///< in the table; last < first: empty
  std::uint64_t ids = 0;                          ///< distinct ids
  TrackId lowest_id = no_id, highest_id = no_id;  ///< when ids > 0
  std::int64_t frame_base = 0;                    ///< as settled
  PixelBase pixel_base;                           ///< as settled
  std::vector<std::string> contents;              ///< what rows hold beside boxes and ids
  std::vector<std::string> first_boxes;           ///< the first three, in the table's convention
  TrackEvidence evidence{};                       ///< for or against a guessed format

  /// The report as lines of text for a person.
  [[nodiscard]] std::vector<std::string> lines() const;
};

}  // namespace overlace
