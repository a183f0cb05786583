// SPDX-License-Identifier: Apache-2.0
// Recently used frames, within a number of bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>

#include "io/read/video_reader.h"

namespace overlace {

/// A frame in another form.
[[nodiscard]] DecodedFrame with_pixels(const DecodedFrame& picture, FramePtr pixels);
/// Another reference to the same pixels: copy them before writing.
[[nodiscard]] DecodedFrame shared(const DecodedFrame& picture);

/// Frames by their numbers, in host memory. Beyond the capacity, the least recently used are
/// dropped, but never the newest. Keeping a frame copies no pixels. One thread at a time.
class FrameCache {
 public:
  explicit FrameCache(std::size_t capacity_bytes) : capacity_bytes_(capacity_bytes) {}

  /// Null when there is none. Valid until the next frame is kept.
  [[nodiscard]] const DecodedFrame* find(std::int32_t number);
  /// Keeps a frame, replacing any of this number.
  const DecodedFrame& keep(DecodedFrame picture);
  void clear();

  [[nodiscard]] bool holds(std::int32_t number) const { return places_.contains(number); }
  /// Size of the pixels that are kept.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  void drop(std::list<DecodedFrame>::iterator picture);

  std::size_t capacity_bytes_, bytes_ = 0;
  std::list<DecodedFrame> frames_;  ///< most recently used first
  std::unordered_map<std::int32_t, std::list<DecodedFrame>::iterator> places_;
};

}  // namespace overlace
