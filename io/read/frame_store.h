// SPDX-License-Identifier: Apache-2.0
// Random access to the frames of a video: decoded frames are cached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "graph/core/deadline.h"
#include "io/read/frame_cache.h"
#include "io/read/video_reader.h"

namespace overlace {

/// A cache of decoded frames in host memory, least recently used evicted first. One thread at a
/// time.
class FrameStore {
 public:
  /// Opens `path` as VideoReader does, in software. Keeps at most `capacity_bytes` of pixels, but
  /// always the frame requested last.
  explicit FrameStore(const std::string& path, ReaderOptions options = {},
                      std::size_t capacity_bytes = std::size_t{512} << 20U);

  /// The frame, or the first one after it that exists, as in a run from the start. Its pixels are
  /// shared with the store: copy before writing. Frames that must be decoded before it are kept,
  /// too. Throws as VideoReader::read, and Error(usage) when the video ends before it.
  [[nodiscard]] DecodedFrame frame(std::int32_t number) { return towards(number, Deadline::max()); }
  /// The same, or, where that takes longer, the frame before it that decoding has reached at the
  /// deadline: the key frame at least. The next call goes on from there.
  [[nodiscard]] DecodedFrame towards(std::int32_t number, Deadline deadline);

  /// `look` gets every frame that is decoded from now on; empty: nobody does.
  void on_decoded(std::function<void(const DecodedFrame&)> look) { look_ = std::move(look); }

  /// What the frames are read with.
  [[nodiscard]] const VideoReader& reader() const { return reader_; }
  /// Size of the cached pixels, in bytes.
  [[nodiscard]] std::size_t bytes() const { return frames_.bytes(); }
  [[nodiscard]] bool holds(std::int32_t number) const { return frames_.holds(number); }
  /// Frames taken from the decoder so far, for measuring.
  [[nodiscard]] std::int64_t decoded() const { return decoded_; }

 private:
  VideoReader reader_;
  FrameCache frames_;
  std::function<void(const DecodedFrame&)> look_;
  std::int32_t next_ = 0;  ///< number of the reader's next frame
  std::int64_t decoded_ = 0;
};

}  // namespace overlace
