// SPDX-License-Identifier: Apache-2.0
// What is done to a frame's bytes between decoder and encoder: for the pipeline, and for those who
// report it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace overlace {

/// A step on all bytes of a frame; `draw` touches only some.
enum class FrameStep : std::uint8_t {
  download,  ///< from device memory to host memory
  upload,    ///< from host memory to device memory
  clear,     ///< a transparent picture in its place, for an overlay alone
  convert,   ///< to the pixel format that the encoder takes
  copy,      ///< to our own memory, only if something is drawn and the decoder refers to it
  draw,      ///< in place, on touched blocks, only if there is something to draw
  encode,    ///< handed to the encoder
};

/// Where a decoded frame is, and where it must go.
struct FrameEnds {
  bool decoded_on_device = false;
  bool draws_on_device = false;  ///< the replay takes device memory
  bool encodes_on_device = false;
  bool same_format = true;    ///< the encoder takes the pixel format, once the frame is on the host
  bool overlay_only = false;  ///< the decoded picture is not wanted; encoded on the host
};

/// The steps of a frame, in order; always includes `draw`, and ends with `encode`. A frame is drawn
/// on in place if the encoder takes it from there, or if it is copied out unconverted.
class FrameRoute {
 public:
  explicit FrameRoute(const FrameEnds& ends);

  [[nodiscard]] std::span<const FrameStep> steps() const { return {steps_.data(), count_}; }
  [[nodiscard]] std::span<const FrameStep> before_drawing() const { return steps().first(draw_); }
  [[nodiscard]] std::span<const FrameStep> after_drawing() const {
    return steps().subspan(draw_ + 1);
  }

 private:
  void add(FrameStep step) { steps_[count_++] = step; }

  std::array<FrameStep, 5> steps_{};
  std::size_t count_ = 0, draw_ = 0;
};

/// What a step costs: how often it reads and writes each byte of a frame.
struct FrameTouch {
  std::string_view name;
  int reads = 0, writes = 0;
  bool always = true;       ///< also for frames that nothing is drawn on
  std::string_view note{};  ///< when, or how
};

/// The numbers for `draw` are upper bounds: only touched blocks are read and written.
[[nodiscard]] FrameTouch touch_of(FrameStep step);

/// What was done to the frames so far.
struct FrameMoves {
  std::int64_t copied = 0;     ///< because the decoder referred to them when they were drawn on
  std::int64_t converted = 0;  ///< to another pixel format
  std::int64_t downloaded = 0, uploaded = 0;  ///< between host and device memory
};

}  // namespace overlace
