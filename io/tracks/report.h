// SPDX-License-Identifier: Apache-2.0
// What a reader says about a track file: what it took for granted, what it found, what it left out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/tracks.h"
#include "io/tracks/evidence.h"

namespace overlace {

/// Something seen once or many times in a file.
struct TrackFinding {
  std::string what;
  std::uint64_t count = 0;
  std::uint64_t first_line = 0;  ///< from 1; 0 when not known
  std::string first_file{};      ///< of a folder; empty for the only file
};

/// The coordinates that a file gives to the left-most and the top-most pixel.
struct PixelBase {
  double x = 0, y = 0;

  PixelBase() = default;
  /// One for both.
  PixelBase(double both) : x(both), y(both) {}  // NOLINT(google-explicit-constructor): it is one
  PixelBase(double across, double down) : x(across), y(down) {}
  friend bool operator==(const PixelBase&, const PixelBase&) = default;
};

/// Filled by `read_tracks`.
struct TrackReport {
  std::string file;
  std::string format;                    ///< name of the format
  std::string format_title;              ///< for people
  std::string recognised_by;             ///< why this format; empty when the user named it
  std::vector<std::string> assumptions;  ///< one sentence each, with the option that overrides it
  std::vector<TrackFinding> lost;        ///< rows that were left out
  std::vector<TrackFinding> oddities;    ///< rows that were kept, but deserve a look
  std::optional<Rational> frame_rate;    ///< as the file or its companion says
  Size size;                             ///< pixels the file's numbers refer to; 0 x 0 not known
  std::uint64_t rows = 0;                ///< boxes in the file
  std::uint64_t boxes = 0;               ///< boxes in the table
  std::int32_t counted_from = 0;         ///< ClipInfo::first_frame
  std::int32_t first_frame = 0, last_frame = -1;  ///< of the table; last < first: empty
  std::uint64_t ids = 0;                          ///< distinct ids
  TrackId lowest_id = no_id, highest_id = no_id;  ///< when ids > 0
  std::int64_t frame_base = 0;                    ///< as settled
  PixelBase pixel_base;                           ///< as settled
  std::vector<std::string> contents;              ///< what rows hold beside boxes and ids
  std::vector<std::string> first_boxes;           ///< the first three, in the table's convention
  TrackEvidence evidence{};                       ///< of a format guessed right, or wrong

  /// The report as lines of text for a person.
  [[nodiscard]] std::vector<std::string> lines() const;
};

}  // namespace overlace
