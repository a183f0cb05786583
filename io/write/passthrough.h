// SPDX-License-Identifier: Apache-2.0
// Passes frames that nothing is drawn on through as their original packets.
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

/// Which segments of a video are passed through.
struct PassthroughPlan {
  SegmentMap map;
  std::vector<bool> passed;  ///< by segment
  std::int64_t frames = 0;   ///< in passed segments
};

/// Asks which frames of `source` are drawn on: segments without any are passed through. Throws
/// Error(input), and what `draws_on` throws.
[[nodiscard]] PassthroughPlan plan_passthrough(
    const VideoReader& source, const std::function<bool(std::int32_t frame)>& draws_on);

/// Why packets of `source` and `encoder` cannot be joined in one stream, or "".
[[nodiscard]] std::string why_not_joined(const VideoReader& source, const AVCodecContext& encoder);

/// An id that neither the sequence nor the picture parameter sets of an H.264 stream use; -1 if
/// there is none, or it is not H.264 with an avcC record.
[[nodiscard]] int free_parameter_set_id(const AVCodecParameters& source);

/// Makes the codec parameters of a stream with both kinds of packets. `output` holds the encoder's
/// on entry. Throws Error(out_of_memory).
void join_parameters(AVCodecParameters& output, const AVCodecParameters& source);

/// Reads the packets of passed segments as their frames arrive.
class PassthroughCopy {
 public:
  /// Throws Error(input).
  PassthroughCopy(const VideoReader& source, PassthroughPlan plan);

  /// True for a frame of a passed segment.
  [[nodiscard]] bool passes(std::int32_t frame) const;
  /// Records a passed frame; frames come in order. After the last one of a segment, calls `take`
  /// with its packets, in decoding order and with timestamps in source ticks. Throws Error(input)
  /// when frames and packets do not match.
  void pass(const DecodedFrame& picture, const std::function<void(AVPacket&)>& take);
  /// Timestamps of the remaining frames in the segment of the last frame passed: a run that stops
  /// inside a segment must still write all of it, as its packets need each other.
  [[nodiscard]] std::span<const std::int64_t> unfinished() const;
  /// Hands over the unfinished segment. Throws Error(input).
  void finish(const std::function<void(AVPacket&)>& take);

 private:
  [[nodiscard]] std::size_t segment_of(std::int32_t frame) const;
  void hand_over(const Segment& segment, const std::function<void(AVPacket&)>& take);

  std::string path_;
  PassthroughPlan plan_;
  InputFile file_;
  int stream_;
  std::int32_t next_packet_ = 0;  ///< in decoding order
  std::int32_t next_frame_ = 0;   ///< after the last one passed
};

}  // namespace overlace
