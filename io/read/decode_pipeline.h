// SPDX-License-Identifier: Apache-2.0
// From the packets of a video to frames with numbers, times and origins.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "io/frames/frame_decoder.h"
#include "io/read/damage_count.h"
#include "io/read/frame_repair.h"
#include "io/read/packet_source.h"
#include "io/read/picture_origins.h"
#include "io/read/prepared_frames.h"
#include "io/read/presentation_times.h"
#include "io/read/seek_guide.h"
#include "io/read/video_reader.h"

namespace overlace {

/// Decodes a video from its first frame on, or from any frame where a seek has led to. One thread
/// at a time.
class DecodePipeline {
 public:
  /// What it decodes; all of it outlives the pipeline.
  struct Input {
    const std::string& path;
    const ReaderOptions& options;
    const ClipInfo& clip;  ///< with its frame count once the first frame is decoded, 0 before
    PacketSource& source;
    SeekGuide& guide;  ///< active while frames after a seek are compared with the index
  };
  DecodePipeline(const Input& input, std::unique_ptr<FrameDecoder> decoder);

  /// The next frame; false at the end. Throws SeekMismatch, after which only `restart` is allowed,
  /// Error(input) at damage if the policy is to stop, and Error(out_of_memory).
  bool next(DecodedFrame& picture);
  /// The frame that `next` gave last comes next again.
  void put_back(DecodedFrame picture) { prepared_->put_back(std::move(picture)); }
  /// Frames before `number` are counted and not prepared: `next` leaves them out.
  void prepare_from(std::int32_t number) { first_needed_ = number; }
  /// Frame `number` is decoded next, as if nothing had been decoded. Precondition: a frame has
  /// been.
  void restart(std::int32_t number);

  /// The frame that `next` would give if all were prepared.
  [[nodiscard]] std::int32_t position() const { return prepared_->first_number(next_number_); }
  /// The frame that is decoded next.
  [[nodiscard]] std::int32_t next_number() const { return next_number_; }
  /// The presentation time of the first frame.
  [[nodiscard]] std::int64_t first_pts() const { return times_.first(); }
  [[nodiscard]] const FrameDecoder& decoder() const { return *decoder_; }
  [[nodiscard]] const Damage& damage() const { return damage_.found(); }
  /// Precondition: a frame has been decoded.
  [[nodiscard]] const FrameNormalizer& normalizer() const { return prepared_->normalizer(); }

 private:
  bool receive();
  void feed();
  void send(const AVPacket* packet);
  void expect(const AVPacket& packet);
  void end_repair();
  void accept();
  void show_repaired();
  void show(FrameRepair::Turn turn);
  void pass_gap(std::int32_t number);
  void finish();
  void marked_packet();
  void damaged_packet();
  void distrust_seek(const char* why) const;
  void follow_origins(std::int32_t number);
  [[nodiscard]] bool counts_packets() const;
  [[nodiscard]] bool ends_by_index() const;
  [[nodiscard]] PictureOrigins::Troubles troubles() const;
  /// The clip's number of the next frame.
  [[nodiscard]] std::int32_t clip_number() const { return in_.clip.first_frame + next_number_; }

  Input in_;
  std::unique_ptr<FrameDecoder> decoder_;
  FramePtr frame_ = make_frame();
  bool draining_ = false, ended_ = false;
  int errors_at_end_ = 0;
  DamageCount damage_;
  std::optional<FrameRepair> repair_{std::in_place};  ///< where each packet holds one frame
  PresentationTimes times_;
  std::optional<PictureOrigins> origins_;
  std::optional<PreparedFrames> prepared_;  ///< once a frame is decoded
  std::int32_t next_number_ = 0;
  std::int32_t first_needed_ = 0;
};

}  // namespace overlace
