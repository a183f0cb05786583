// SPDX-License-Identifier: Apache-2.0
// What a graph counted and measured in a clip, as tables for other programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/analysis/clip_numbers.h"
#include "graph/core/json.h"
#include "io/files/atomic_output.h"
#include "io/files/frame_list.h"

namespace overlace {

/// The numbers of a clip in some of its frames.
struct NumbersReport {
  ClipNumbers numbers;
  FrameList frames{};            ///< counted from 0
  std::int32_t frame_count = 0;  ///< of the clip

  /// A list for each column: "frame", "seconds" (from the clip's first frame, by the frames' own
  /// times), and a value or null per frame for each series, under its name.
  [[nodiscard]] Json columns() const;
  /// An object for each event in these frames: "frame", "seconds", "name" of what saw it, "event"
  /// (in, out, enter, leave …), and of its object "id", "class", "x" and "y" in pixels; null where
  /// it has none.
  [[nodiscard]] std::vector<Json> events() const;
};

/// Throws Error(usage) if the name of a file does not say one of its formats: .csv, .jsonl, and
/// .json for series.
void check_series_file(const std::string& path);
void check_events_file(const std::string& path);

/// Writes a row per frame, or as JSON the columns; to standard output as CSV if `path` is empty.
/// Throws Error(usage), Error(output).
void write_series(const NumbersReport& report, const std::string& path, const OutputPolicy& policy);
/// Writes a row per event. Throws Error(usage), Error(output).
void write_events(const NumbersReport& report, const std::string& path, const OutputPolicy& policy);

}  // namespace overlace
