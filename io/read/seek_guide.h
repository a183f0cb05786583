// SPDX-License-Identifier: Apache-2.0
// Where to start decoding for a frame, and whether the frames then match their packets.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "io/read/packet_index.h"
#include "io/read/video_reader.h"

namespace overlace {

/// Frames after a seek do not match the index: decoding must begin at the start.
struct SeekMismatch {
  std::string why;
};

/// Guides a reader through seeks. The index is built when it is first needed.
class SeekGuide {
 public:
  /// The arguments must outlive it.
  SeekGuide(const std::string& path, const ReaderOptions& options, const AVStream& stream)
      : path_(path), options_(options), stream_(stream) {}

  /// Where decoding may begin for frames from `number` on; nothing means at the start. Logs once
  /// why it is not the preceding key frame.
  [[nodiscard]] std::optional<RandomAccess> access_for(std::int32_t number);
  [[nodiscard]] const PacketIndex& index() const { return *index_; }
  /// The presentation time of a frame, if the index reaches that far.
  [[nodiscard]] std::optional<std::int64_t> stamp_of(std::int32_t number) const {
    return index_ ? index_->stamp_of(number) : std::nullopt;
  }

  /// Decoding begins at `access`, and frames before `first_needed` may be skipped.
  void begin(const RandomAccess& access, std::int32_t first_needed);
  /// Decoding begins at the start.
  void end() { access_.reset(); }
  /// True after `begin`.
  [[nodiscard]] bool is_active() const { return access_.has_value(); }
  /// From now on everything is decoded from the start.
  void give_up(const std::string& why, std::int32_t number);

  /// True for a packet that need not be decoded: those shown before the frame where decoding began,
  /// which may be predicted from earlier ones, and those before the first needed frame from which
  /// nothing is predicted. `place` counts packets in decoding order. Throws SeekMismatch.
  [[nodiscard]] bool leaves_out(const AVPacket& packet, std::size_t place) const;
  /// The number of a frame shown at `pts`, where `next` would be the next in sequence. Throws
  /// SeekMismatch.
  [[nodiscard]] std::int32_t number_of(std::int64_t pts, std::int32_t next) const;

 private:
  [[nodiscard]] std::string why_not() const;
  void log_once(const std::string& why, std::int32_t number, std::int32_t first);

  const std::string& path_;
  const ReaderOptions& options_;
  const AVStream& stream_;
  std::optional<PacketIndex> index_;
  std::optional<RandomAccess> access_;  ///< where decoding began, unless at the start
  std::int32_t first_needed_ = 0;
  std::string distrust_;  ///< why the index is not trusted
  bool said_ = false;
};

}  // namespace overlace
