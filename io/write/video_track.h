// SPDX-License-Identifier: Apache-2.0
// The video stream of an output: encoded pictures or passed packets, sent to a muxer.
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

/// Decoding times for packets of several encoders, from the presentation times of all frames: a
/// packet is decoded `delay` frames before the frame at its place in display order.
class DecodeTimes {
 public:
  DecodeTimes(int delay, std::int64_t frame_ticks) : delay_(delay), frame_ticks_(frame_ticks) {}
  /// Adds the presentation time of the next frame in display order.
  void add(std::int64_t pts) { shown_.push_back(pts); }
  [[nodiscard]] int delay() const { return delay_; }
  /// The decoding time of the next packet in decoding order. Precondition: its frame has been
  /// added.
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
             const WriterOptions& options, const WriterRun& run);

  /// Adds the stream to the muxer, which must outlive the track and receives its packets from now
  /// on. `shift` is subtracted from all timestamps, in source ticks; unset = the first frame's
  /// timestamp.
  void attach(Muxer& muxer, std::optional<std::int64_t> shift);

  /// Its place among the streams of the muxer. Precondition: attached.
  [[nodiscard]] int index() const;
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
    if (run_.log) run_.log(text);
  }

  const VideoReader& source_;
  const AVOutputFormat& container_;
  WriterRun run_;
  WriterOptions options_;
  OpenEncoder open_;  ///< without an encoder between two runs of encoded frames
  const char* name_ = "";
  Muxer* muxer_ = nullptr;
  AVStream* stream_ = nullptr;
  AVRational time_base_;  ///< of the source, its frames and the encoder's packets
  bool counted_ = false;  ///< the container counts frames
  bool said_counted_ = false;
  bool with_lengths_ = false;       ///< our H.264 packets are converted to the source's form
  std::int64_t without_words_ = 0;  ///< frames whose captions or user data are left out
  std::optional<std::int64_t> last_counted_;
  std::optional<std::int64_t> shift_;  ///< subtracted from timestamps; unset = by first frame
  std::optional<PassthroughCopy> passthrough_;
  std::optional<DecodeTimes> decode_times_;  ///< where packets of both kinds are joined
};

}  // namespace overlace
