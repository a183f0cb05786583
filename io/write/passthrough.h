// SPDX-License-Identifier: Apache-2.0
// Frames that nothing is drawn on, passed on as the packets they came in.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "io/av/av_handles.h"
#include "io/read/input_file.h"
#include "io/read/video_reader.h"
#include "io/write/segments.h"

struct AVCodecContext;
struct AVCodecParameters;

namespace overlace {

/// Which segments of a video are passed on.
struct PassthroughPlan {
  SegmentMap map;
  std::vector<bool> passed;  ///< by segment
  std::int64_t frames = 0;   ///< in passed segments
};

/// Asks of the frames of `source` which are drawn on: a segment without any is passed on. Throws
/// Error(input), and what `draws_on` throws.
[[nodiscard]] PassthroughPlan plan_passthrough(
    const VideoReader& source, const std::function<bool(std::int32_t frame)>& draws_on);

/// Why packets of `source` cannot stand beside those of `encoder` in one stream, or "".
[[nodiscard]] std::string why_not_joined(const VideoReader& source, const AVCodecContext& encoder);

/// An id that neither the sequence nor the picture parameter sets of an H.264 stream use; -1 where
/// it is no H.264 with an avcC record.
[[nodiscard]] int free_parameter_set_id(const AVCodecParameters& source);

/// Makes the codec parameters of a stream that both kinds of packets are in. `output` is what the
/// encoder's would be. Throws Error(out_of_memory).
void join_parameters(AVCodecParameters& output, const AVCodecParameters& source);

/// Reads the packets of passed segments as their frames go by.
class PassthroughCopy {
 public:
  /// Throws Error(input).
  PassthroughCopy(const VideoReader& source, PassthroughPlan plan);

  /// True for a frame of a passed segment.
  [[nodiscard]] bool passes(std::int32_t frame) const;
  /// Takes note of a frame that passes, in order; after the last one of a segment, hands its
  /// packets, in decoding order and stamped in source ticks, to `take`. Throws Error(input) when
  /// frames and packets do not match.
  void pass(const DecodedFrame& picture, const std::function<void(AVPacket&)>& take);
  /// Stamps of the frames that are still to come in the segment of the last one that passed: what
  /// stops inside a segment stops behind it, as its packets need each other.
  [[nodiscard]] std::span<const std::int64_t> unfinished() const;
  /// Hands over the segment that is unfinished. Throws Error(input).
  void finish(const std::function<void(AVPacket&)>& take);

 private:
  [[nodiscard]] std::size_t segment_of(std::int32_t frame) const;
  void hand_over(const Segment& segment, const std::function<void(AVPacket&)>& take);

  std::string path_;
  PassthroughPlan plan_;
  InputFile file_;
  int stream_;
  std::int32_t next_packet_ = 0;  ///< in decoding order
  std::int32_t next_frame_ = 0;   ///< after the last one that passed
};

}  // namespace overlace
