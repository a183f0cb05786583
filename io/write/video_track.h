// SPDX-License-Identifier: Apache-2.0
// The video stream of an output: pictures through an encoder, or packets passed on, into a muxer.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "io/write/frame_sink.h"
#include "io/write/muxer.h"
#include "io/write/open_encoder.h"
#include "io/write/passthrough.h"

namespace overlace {

/// Decode times for packets of several encoders, from the presentation times of all frames: a
/// packet is decoded `delay` frames before the frame at its place on screen.
class DecodeTimes {
 public:
  DecodeTimes(int delay, std::int64_t frame_ticks) : delay_(delay), frame_ticks_(frame_ticks) {}
  /// The presentation time of the next frame on screen.
  void add(std::int64_t pts) { shown_.push_back(pts); }
  [[nodiscard]] int delay() const { return delay_; }
  /// Of the next packet in decoding order. Precondition: its frame has been added.
  [[nodiscard]] std::int64_t next();

 private:
  int delay_, packets_ = 0;
  std::int64_t frame_ticks_;
  std::deque<std::int64_t> shown_;
};

class VideoTrack {
 public:
  /// Opens the encoder. `source` must outlive the track. Throws as open_encoder.
  VideoTrack(const VideoReader& source, const AVOutputFormat& container,
             const WriterOptions& options);

  /// Adds the stream to the muxer, whose packets come to it from now on; the muxer must outlive the
  /// track. `shift` is taken from all time stamps, in source ticks; unset = what the first has.
  void attach(Muxer& muxer, std::optional<std::int64_t> shift);

  [[nodiscard]] const SinkFormat& format() const { return open_.format; }
  /// libav's name of the encoder.
  [[nodiscard]] const char* encoder_name() const { return name_; }
  void write(DecodedFrame picture);
  void finish();

 private:
  void plan_passing();
  void encode(DecodedFrame picture);
  void end_run();
  void finish_passing();
  void write_encoded(AVPacket& packet);
  void write_passed(AVPacket& packet);
  void write_packet(AVPacket& packet);
  void place_by_count(AVPacket& packet);
  void log(const std::string& text) const {
    if (options_.log) options_.log(text);
  }

  const VideoReader& source_;
  const AVOutputFormat& container_;
  WriterOptions options_;
  OpenEncoder open_;  ///< without an encoder between two runs of encoded frames
  const char* name_ = "";
  Muxer* muxer_ = nullptr;
  AVStream* stream_ = nullptr;
  AVRational time_base_;  ///< of the source, its frames and the encoder's packets
  bool counted_ = false;  ///< the container counts frames
  bool said_counted_ = false;
  bool with_lengths_ = false;  ///< H.264 packets of ours get the source's form
  std::optional<std::int64_t> last_counted_;
  std::optional<std::int64_t> shift_;  ///< subtracted from stamps; unset = by first frame
  std::optional<PassthroughCopy> passthrough_;
  std::optional<DecodeTimes> decode_times_;  ///< where packets of two kinds meet
};

}  // namespace overlace
