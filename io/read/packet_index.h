// SPDX-License-Identifier: Apache-2.0
// Finds, without decoding, which packet holds which frame and where a decoder may start for it.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "io/read/input_file.h"
#include "io/read/packet_role.h"

namespace overlace {

/// A packet of a video stream, as the container delivers it.
struct IndexedPacket {
  std::int64_t pts = 0, position = 0;
  std::int32_t bytes = 0;
  bool disposable = false;  ///< no other frame needs it

  /// Whether this is the same packet, read again.
  [[nodiscard]] bool is(const AVPacket& packet) const;
};

/// A place to start decoding: all frames from this one on are the same as in a run from the start.
struct RandomAccess {
  std::size_t packet = 0;   ///< in decoding order
  std::int32_t number = 0;  ///< of the frame in this packet
  std::int64_t pts = 0, dts = 0;
  RandomAccessKind kind = RandomAccessKind::clean;
};

/// The packets of one video stream from the first one on, read as far as needed. Frames are
/// numbered in order of their presentation times. The index ends before the first doubtful packet:
/// a missing or repeated timestamp, a restarted clock, a packet marked as damaged, one that does
/// not hold exactly one frame, changed headers.
class PacketIndex {
 public:
  /// Opens `path` again. `stream` is its video stream as opened elsewhere.
  PacketIndex(const std::string& path, const std::optional<Rational>& frame_rate,
              const AVStream& stream);

  /// Reads on until frame `number` is known, or the index ends. Throws Error(input) where the disk
  /// fails, and Error(out_of_memory).
  void cover(std::int32_t number);

  /// The presentation times of all frames, from the first one to the end of the index. Throws as
  /// `cover`.
  [[nodiscard]] std::vector<std::int64_t> all_stamps();

  /// The last known place to start decoding for frame `number`; nothing before the first.
  [[nodiscard]] std::optional<RandomAccess> access_before(std::int32_t number) const;
  /// A packet by its place in decoding order; null where unknown.
  [[nodiscard]] const IndexedPacket* packet(std::size_t place) const;
  /// The presentation time of a frame; nothing where unknown.
  [[nodiscard]] std::optional<std::int64_t> stamp_of(std::int32_t number) const;
  /// The frame shown at a time; nothing where unknown.
  [[nodiscard]] std::optional<std::int32_t> number_at(std::int64_t pts) const;
  /// The number of frames known so far.
  [[nodiscard]] std::int32_t frames() const { return static_cast<std::int32_t>(stamps_.size()); }
  /// Why the index ends before the stream does; "" where it does not, or has not been read that
  /// far.
  [[nodiscard]] const std::string& obstacle() const { return obstacle_; }

 private:
  void add(const AVPacket& packet);
  void settle(std::int64_t before);
  void finish();
  void end(const std::string& why);
  [[nodiscard]] std::string obstacle_of(const AVPacket& packet) const;
  [[nodiscard]] const char* obstacle_at(std::int64_t pts) const;

  std::string path_;
  InputFile file_;
  const int stream_;
  const bool reorders_;     ///< according to the container's headers
  const std::int64_t day_;  ///< in ticks
  PacketInspector inspect_;
  std::vector<IndexedPacket> packets_;
  std::vector<std::int64_t> stamps_;     ///< of frames, in order
  std::vector<RandomAccess> accesses_;   ///< in order
  std::deque<RandomAccess> candidates_;  ///< with numbers still unknown
  std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> unsettled_;
  std::int64_t last_dts_, last_shown_;  ///< the greatest so far
  bool first_is_shown_ = false, ended_ = false;
  std::string obstacle_;
};

}  // namespace overlace
