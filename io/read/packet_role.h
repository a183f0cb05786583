// SPDX-License-Identifier: Apache-2.0
// What a packet is to a decoder, told by its first bytes: a place to begin, a frame, or one that no
// other frame needs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

struct AVCodecParameters;
struct AVPacket;

namespace overlace {

/// Whether a decoder that begins at a packet, and gets no packet that is shown before it, shows
/// this and all later frames with the pixels that it shows when it began earlier.
enum class RandomAccessKind : std::uint8_t {
  none,
  clean,
  /// If no frame is predicted from the packets that are left out: H.264 counts those that are, and
  /// misses them.
  conditional,
};

/// Of one packet of a video stream.
struct PacketRole {
  RandomAccessKind access = RandomAccessKind::none;
  /// No other frame is predicted from it.
  bool disposable = false;
  /// Why this packet and those after it cannot be told apart from outside, or change what the
  /// decoder knows of the stream; null where they do not.
  const char* obstacle = nullptr;
};

/// Looks at a packet; packets come in decoding order.
using PacketInspector = std::function<PacketRole(const AVPacket&)>;

/// Knows H.264 (a start is an IDR picture, or an intra picture with an exact recovery point), HEVC
/// (IDR, CRA, BLA), MPEG-1 and 2 (intra picture with its sequence header), VP8, VP9, AV1, FFV1,
/// MS-MPEG-4 versions 2 and 3, and all codecs whose frames need no others. Each of their packets
/// gives exactly one frame, unless an obstacle is named. For other codecs the answer is empty.
[[nodiscard]] PacketInspector make_packet_inspector(const AVCodecParameters& codec);

}  // namespace overlace
