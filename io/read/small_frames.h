// SPDX-License-Identifier: Apache-2.0
// Random access to the frames of a video at the size of a screen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "graph/data/image.h"
#include "io/frames/frame_converter.h"
#include "io/frames/pixel_format.h"
#include "io/read/frame_store.h"

namespace overlace {

/// A cache of scaled frames beside a store of full ones: at 960 x 540, 512 MiB hold 27 s of 25
/// frames a second, where full frames of 1920 x 1080 are 7 s. Everything that the store decodes is
/// scaled at once, so that going back needs no decoder. One thread at a time.
class SmallFrames {
 public:
  /// `frames` must outlive it. Keeps at most `capacity_bytes` of pixels, but always the frame
  /// requested last; none before `resize`.
  explicit SmallFrames(FrameStore& frames, std::size_t capacity_bytes = std::size_t{512} << 20U);
  ~SmallFrames();
  SmallFrames(const SmallFrames&) = delete;
  SmallFrames& operator=(const SmallFrames&) = delete;

  /// Frames have this size from now on, in px; those of another size are dropped.
  void resize(Size size);

  /// As FrameStore::towards, 4:2:0 of 8 bits, without alpha, and with `color()`. Precondition: a
  /// size is set.
  [[nodiscard]] DecodedFrame towards(std::int32_t number, Deadline deadline);

  /// What their code values mean: as in a JPEG, so that one is made of them quickly.
  [[nodiscard]] ColorSpec color() const { return as_jpeg(color_); }
  [[nodiscard]] Size size() const { return size_; }
  /// Size of the cached pixels, in bytes.
  [[nodiscard]] std::size_t bytes() const { return scaled_.bytes(); }
  [[nodiscard]] bool holds(std::int32_t number) const { return scaled_.holds(number); }

 private:
  const DecodedFrame& keep(const DecodedFrame& picture);
  [[nodiscard]] const DecodedFrame& scaled(std::int32_t number, Deadline deadline);

  FrameStore& frames_;
  FrameCache
      scaled_;       ///< with the matrix and range of the video, which takes a quarter of the time
  ColorSpec color_;  ///< of those
  Size size_{};
  std::optional<FrameConverter> scaler_, finisher_;  ///< none before a size is set
  std::optional<DecodedFrame> last_;                 ///< that was asked for
};

}  // namespace overlace
