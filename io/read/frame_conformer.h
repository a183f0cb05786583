// SPDX-License-Identifier: Apache-2.0
// A stream may change its picture anywhere; after the reader, all frames are like the first one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "graph/core/log.h"
#include "io/frames/frame_converter.h"

namespace overlace {

/// Scales and converts frames that differ from the first one in size, pixel format, matrix or
/// range.
class FrameConformer {
 public:
  /// `first` has the format, size and tags of the first frame; `log` may be empty.
  FrameConformer(const AVFrame& first, const ColorSpec& color, LogSink log);

  /// `frame` itself, or its conversion. `number` is logged where the stream changes. Throws
  /// Error(input) for pictures in device memory and formats that cannot be converted.
  [[nodiscard]] FramePtr conform(FramePtr frame, std::int32_t number);
  /// Resets counts and comparisons to their state before the first frame.
  void restart();
  /// Says how many frames were converted; "" where none was.
  [[nodiscard]] std::string summary() const;

 private:
  void log_change(const AVFrame& frame, bool same_picture, std::int32_t number);

  AVPixelFormat format_;
  Size size_;
  ColorSpec color_;
  std::string target_name_;
  LogSink log_;
  std::string last_;  ///< what was logged about the previous picture
  std::optional<FrameConverter> converter_;
  std::int64_t converted_ = 0;
};

}  // namespace overlace
