// SPDX-License-Identifier: Apache-2.0
// Frames on their way from a decoder to those who read a video.
#pragma once

#include <cstdint>
#include <deque>

#include "io/read/frame_normalizer.h"
#include "io/read/picture_origins.h"
#include "io/read/video_reader.h"

namespace overlace {

/// Makes frames like the first one, and keeps what is known of each with it. Each frame put in
/// comes out, possibly later.
class PreparedFrames {
 public:
  /// As FrameNormalizer.
  PreparedFrames(const AVFrame& first, const AVStream& stream, const ReaderOptions& options);

  /// Fields and size of the first frame, as coded.
  [[nodiscard]] FieldOrder fields() const { return fields_; }
  [[nodiscard]] Size coded_size() const { return coded_size_; }
  [[nodiscard]] FrameNormalizer& normalizer() { return normalizer_; }
  [[nodiscard]] const FrameNormalizer& normalizer() const { return normalizer_; }

  /// Puts in the next frame; `picture` tells all about it and is still without pixels. Where frames
  /// are de-interlaced, `origins` says what they then show.
  void put(DecodedFrame picture, FramePtr frame, PictureOrigins& origins);
  /// No more frames come.
  void end(PictureOrigins& origins) { prepare(nullptr, origins); }
  [[nodiscard]] bool has_next() const { return !ready_.empty(); }
  /// The next frame. Precondition: has_next().
  [[nodiscard]] DecodedFrame take();
  /// The frame that `take` gave last comes next again.
  void put_back(DecodedFrame picture) { ready_.push_front(std::move(picture)); }
  /// The number of the earliest frame inside; `otherwise` if there is none.
  [[nodiscard]] std::int32_t first_number(std::int32_t otherwise) const;
  /// Drops all frames: the next one put in will be `number`.
  void restart(std::int32_t number);

 private:
  void prepare(FramePtr frame, PictureOrigins& origins);

  FieldOrder fields_;
  Size coded_size_;
  FrameNormalizer normalizer_;
  std::deque<DecodedFrame> waiting_;  ///< without pixels, which are being prepared
  std::deque<DecodedFrame> ready_;
};

}  // namespace overlace
