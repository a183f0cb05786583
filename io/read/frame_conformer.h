// SPDX-License-Identifier: Apache-2.0
// A stream may change its picture anywhere; after the reader, all frames are like the first one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "graph/core/log.h"
#include "graph/core/orientation.h"
#include "io/frames/frame_converter.h"
#include "io/frames/frame_rotator.h"
#include "io/read/video_reader.h"

namespace overlace {

/// Turns, scales and converts frames that differ from the first one in stored orientation, size,
/// pixel format, matrix or range. Changes are logged, also those that are left as they are: of
/// transfer, primaries and pixel aspect, and from progressive to interlaced frames.
class FrameConformer {
 public:
  /// `first` has the format, size and tags of the first frame, which is stored as `stored` says.
  FrameConformer(const AVFrame& first, const ColorSpec& color, Orientation stored,
                 const ReaderOptions& options);

  /// `frame`, which is stored as `stored` says, itself, or its conversion. `number` is logged where
  /// the stream changes. Throws Error(input) for pictures in device memory and formats that cannot
  /// be converted.
  [[nodiscard]] FramePtr conform(FramePtr frame, Orientation stored, std::int32_t number);
  /// Resets counts and comparisons to their state before the first frame.
  void restart();
  /// Says how many frames were converted; "" where none was.
  [[nodiscard]] std::string summary() const;

 private:
  /// In what a frame differs from the first one.
  struct Difference {
    bool turned, resized, reformatted, recoded;  ///< what is converted …
    bool retagged, interlaced, reshaped;         ///< … and what is only told
    [[nodiscard]] bool is_converted_on_host() const {
      return turned || resized || reformatted || recoded;
    }
    [[nodiscard]] bool any() const {
      return is_converted_on_host() || retagged || interlaced || reshaped;
    }
  };

  [[nodiscard]] Difference difference(const AVFrame& frame, Orientation stored,
                                      const ColorSpec& color) const;
  void log_change(const AVFrame& frame, const Difference& difference, std::int32_t number);
  [[nodiscard]] std::string described(const AVFrame& frame, const Difference& difference) const;
  /// ": …" for each thing that is done about a difference, or would have to be.
  [[nodiscard]] std::string consequence(const AVFrame& frame, const Difference& difference) const;
  [[nodiscard]] FramePtr turned(FramePtr frame, Orientation stored, const ColorSpec& color);

  AVPixelFormat format_;
  Size size_;
  ColorSpec color_;
  Orientation stored_;
  AVRational aspect_;  ///< of a pixel
  bool tells_fields_;  ///< progressive frames are expected
  std::string target_name_;
  LogSink log_;
  std::string last_;  ///< what was logged about the previous picture
  int logged_ = 0;    ///< changes
  std::optional<FrameConverter> converter_;
  std::int64_t converted_ = 0;
};

}  // namespace overlace
