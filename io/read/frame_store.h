// SPDX-License-Identifier: Apache-2.0
// Random access to the frames of a video: decoded frames are cached.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>

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

  /// The same frame as in a run from the start. Its pixels are shared with the store: copy before
  /// writing. Frames that must be decoded before it are kept, too. Throws as VideoReader::read, and
  /// Error(usage) when the video has no such frame.
  [[nodiscard]] DecodedFrame frame(std::int32_t number);

  [[nodiscard]] const VideoInfo& info() const { return reader_.info(); }
  [[nodiscard]] const Damage& damage() const { return reader_.damage(); }
  /// Size of the cached pixels, in bytes.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] bool holds(std::int32_t number) const { return places_.contains(number); }
  /// Frames taken from the decoder so far, for measuring.
  [[nodiscard]] std::int64_t decoded() const { return decoded_; }

 private:
  void keep(DecodedFrame picture);
  void make_room();

  VideoReader reader_;
  std::size_t capacity_bytes_, bytes_ = 0;
  std::int32_t next_ = 0;  ///< number of the reader's next frame
  std::int64_t decoded_ = 0;
  std::list<DecodedFrame> frames_;  ///< most recently used first
  std::unordered_map<std::int32_t, std::list<DecodedFrame>::iterator> places_;
};

}  // namespace overlace
