// SPDX-License-Identifier: Apache-2.0
// An open video encoder: frames in, packets out.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "io/av/av.h"
#include "io/av/hdr_metadata.h"
#include "io/write/frame_sink.h"
#include "io/write/key_frame_pacer.h"

namespace overlace {

/// What an encoder must know about its pictures.
struct EncoderInput {
  const AVFrame* like = nullptr;  ///< a frame with the tags of the stream; pixels are not read
  SinkFormat format;
  Rational time_base, frame_rate, sample_aspect;
  FieldOrder field_order = FieldOrder::progressive;
  HdrMetadata hdr{};
  bool global_header = false;  ///< the container stores the parameter sets
  bool in_order = false;       ///< the container counts frames: no B-frames
};

class VideoEncoder {
 public:
  /// Throws Error(usage) for unknown options, Error(output) when the encoder refuses the picture,
  /// Error(unavailable) when a hardware encoder is not available.
  /// Once `stop` is set, flushing ends with Stopped. Borrowed; null = never.
  VideoEncoder(const AVCodec& codec, const EncoderInput& input, const WriterOptions& options,
               const std::atomic<bool>* stop);
  ~VideoEncoder();
  VideoEncoder(const VideoEncoder&) = delete;
  VideoEncoder& operator=(const VideoEncoder&) = delete;

  /// Encodes a frame (nullptr: flushes) and calls `take` with every packet that is ready. A flush
  /// may throw Stopped between two packets.
  void encode(AVFrame* frame, const std::function<void(AVPacket&)>& take);

  [[nodiscard]] const AVCodecContext& context() const { return *context_; }

 private:
  void pass_raw(const AVFrame& frame, const std::function<void(AVPacket&)>& take);
  void drain(const std::function<void(AVPacket&)>& take);
  void restore_duration(AVPacket& packet);

  CodecPtr context_;
  std::optional<KeyFramePacer> pacer_;
  const std::atomic<bool>* stop_;
  PacketPtr packet_ = make_packet();
  std::vector<std::pair<std::int64_t, std::int64_t>>
      durations_;     ///< by pts, for frames inside the encoder
  bool fed_ = false;  ///< has received a frame or a flush
  bool flushing_ = false;
};

}  // namespace overlace
