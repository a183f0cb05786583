// SPDX-License-Identifier: Apache-2.0
// Series: named numbers over a clip, made before its first frame, that any text or parameter reads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/time.h"

namespace overlace {

/// How a live clip, whose tables cover a window of frames, continues a series beyond it.
enum class SeriesCarry : std::uint8_t {
  none,  ///< not at all: it is made anew for every window
  sum,   ///< a running count: steps of frames that have left the window stay in it
  peak,  ///< the greatest value so far
};

/// A number over time: a value for every frame, or samples at a fixed rate of presentation time
/// (as for sound measurements). Before the first value and after the last, those two hold.
struct Series {
  std::string name;              ///< with a dot: "door.in"
  std::vector<double> values;    ///< NaN: none; integers are exact up to 2^53
  std::int32_t first_frame = 0;  ///< frame of values[0]; unused by samples
  double sample_rate = 0;        ///< samples per second; 0: a value for every frame
  double start_s = 0;            ///< presentation time of values[0], in seconds; for samples
  SeriesCarry carry = SeriesCarry::none;

  /// The value at a frame; NaN if there is none. A sample holds until the next one.
  [[nodiscard]] double at(const FrameTime& time) const;
};

/// Series are made once and shared by everything that reads them.
using SharedSeries = std::shared_ptr<const Series>;
using SeriesList = std::vector<SharedSeries>;

/// Whether a name in a document can only be a series: it has a dot.
[[nodiscard]] bool is_series_name(std::string_view name);

/// The series with that name; null if there is none.
[[nodiscard]] SharedSeries find_series(const SeriesList& list, std::string_view name);
/// The same; throws Error(usage) with the nearest name if there is none.
[[nodiscard]] SharedSeries require_series(const SeriesList& list, std::string_view name);

/// Adds the series of `more` that `list` lacks. Throws Error(usage) if two different series have
/// the same name.
void add_series(SeriesList& list, const SeriesList& more);

}  // namespace overlace
