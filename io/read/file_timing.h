// SPDX-License-Identifier: Apache-2.0
// The frame rate of a video file, and when its frames are shown, by its packets alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "graph/core/frame_clock.h"
#include "io/av/av.h"
#include "io/read/input_file.h"

namespace overlace {

/// Reads a second copy of the file where its headers do not tell. The file and the stream must
/// outlive it, but not the clocks that it makes.
class FileTiming {
 public:
  /// `given` is the frame rate that the user states for an input without times.
  FileTiming(std::string path, const InputFile& file, AVStream& stream,
             std::optional<Rational> given)
      : path_(std::move(path)), file_(file), stream_(stream), given_(given) {}

  /// Nominal frames per second: as given or stated, else the average over the packets. Throws
  /// Error(input).
  [[nodiscard]] Rational frame_rate() const;
  /// The times of its frames, of which the first has the time stamp `first`, in ticks; none where
  /// packets do not tell when frames are shown. Null where that is known beforehand, or all frames
  /// are known to be equally far apart.
  [[nodiscard]] std::shared_ptr<const FrameClock> clock(Rational rate, std::int64_t first) const;

 private:
  [[nodiscard]] bool has_stamps() const;

  std::string path_;
  const InputFile& file_;
  AVStream& stream_;
  std::optional<Rational> given_;
};

}  // namespace overlace
