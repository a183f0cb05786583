// SPDX-License-Identifier: Apache-2.0
// The packets that a second decoder needs to continue where a first one stopped.
#pragma once

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "io/av/av.h"

namespace overlace {

/// Keeps a stream's packets since the last key frame, and knows which of them have given a frame.
/// Packets are identified by a label in their `pos`, which libav passes on to decoded frames;
/// labels are below every file position.
class PacketHistory {
 public:
  /// Keeps at most `byte_limit` of packets.
  explicit PacketHistory(std::int64_t byte_limit = std::int64_t{512} << 20U)
      : byte_limit_(byte_limit) {}

  /// Keeps a copy of a packet (sharing its data) and returns it, labelled, for decoding.
  const AVPacket& add(const AVPacket& packet);
  /// Records a delivered frame. A key frame makes earlier packets useless.
  void deliver(const AVFrame& frame);

  /// True when packets were dropped to save memory: nothing can be replayed until a later key frame
  /// has been delivered.
  [[nodiscard]] bool overflowed() const { return overflowed_; }
  /// All packets kept, oldest first.
  [[nodiscard]] std::deque<PacketPtr> take_packets() { return std::move(packets_); }
  /// Labels of the frames delivered from these packets, one entry per frame.
  [[nodiscard]] std::vector<std::int64_t> take_delivered() { return std::move(delivered_); }

 private:
  /// Forgets older packets and the frames delivered from them.
  void drop_before(std::int64_t label);
  void drop_unusable();
  [[nodiscard]] bool is_key(std::int64_t label) const;

  std::int64_t byte_limit_;
  std::int64_t next_label_ = -2;  ///< counts down; -1 means that a position is unknown
  std::deque<PacketPtr> packets_;
  std::vector<std::int64_t> delivered_;
  std::int64_t bytes_ = 0;
  bool overflowed_ = false;
};

}  // namespace overlace
