// SPDX-License-Identifier: Apache-2.0
// What is done to a frame's bytes between decoder and encoder: decided here, for the pipeline that
// does it and for those who ask.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace overlace {

/// Something done to all bytes of a frame, or, by `draw`, to some.
enum class FrameStep : std::uint8_t {
  download,  ///< from device memory to the host's
  upload,    ///< from the host's memory to the device
  clear,     ///< a transparent picture in its place, for the overlay alone
  convert,   ///< to the pixel format that the encoder takes
  copy,      ///< to memory of our own, only if something is drawn and the decoder refers to it
  draw,      ///< in place, on touched blocks, only if there is something to draw
  encode,    ///< handed to the encoder
};

/// Where a decoded frame is, and where it is to go.
struct FrameEnds {
  bool decoded_on_device = false;
  bool draws_on_device = false;  ///< what draws takes device memory
  bool encodes_on_device = false;
  bool same_format = true;    ///< the encoder takes the pixel format, once on the host
  bool overlay_only = false;  ///< nothing of the decoded picture is wanted; encoded on the host
};

/// The steps of a frame, in order; `draw` and, last, `encode` are always among them. Frames are
/// drawn on where they lie when the encoder takes them from there, or copied out as they are.
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
  bool always = true;       ///< also of frames that nothing is drawn on
  std::string_view note{};  ///< when, or how
};

/// Of `draw` the numbers are upper bounds: only touched blocks are read and written.
[[nodiscard]] FrameTouch touch_of(FrameStep step);

/// What was done to the frames so far.
struct FrameMoves {
  std::int64_t copied = 0;     ///< because the decoder referred to them while they were drawn on
  std::int64_t converted = 0;  ///< to another pixel format
  std::int64_t downloaded = 0, uploaded = 0;  ///< between host and device memory
};

}  // namespace overlace
