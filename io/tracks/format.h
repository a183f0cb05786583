// SPDX-License-Identifier: Apache-2.0
// A track format: how it is recognised, read and written. One file per format in io/tracks/formats.
#pragma once

#include <filesystem>
#include <istream>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/tracks/reader.h"

namespace overlace {

/// The beginning of a file, for recognition.
struct TrackSample {
  std::filesystem::path path;
  std::string_view text;  ///< whole lines, without a byte-order mark
};

/// How sure a format is that a sample is its own.
struct TrackGuess {
  int certainty = 0;   ///< 0: no; 100: it says so itself
  std::string reason;  ///< completes "…, because "
};

/// A file being read.
struct TrackInput {
  std::istream& stream;
  std::filesystem::path path;
};

/// A format. `name` is what users type.
struct TrackFormat {
  std::string_view name;
  std::string_view title;
  std::string_view doc;  ///< conventions in one or two sentences
  std::vector<std::string_view> extensions;
  TrackGuess (*sniff)(const TrackSample& sample) = nullptr;
  TrackTable (*read)(TrackInput& input, const TrackReadOptions& options,
                     TrackReport& report) = nullptr;
  /// Null where overlace does not write the format. Returns what the format could not keep.
  std::vector<std::string> (*write)(const TrackTable& table, const ClipInfo& clip,
                                    std::ostream& out) = nullptr;
};

/// All formats, by name. Generated from the file names in io/tracks/formats.
[[nodiscard]] std::span<const TrackFormat> track_formats();

/// The format called `name`. Throws Error(usage) with the nearest name.
[[nodiscard]] const TrackFormat& find_track_format(std::string_view name);

}  // namespace overlace
