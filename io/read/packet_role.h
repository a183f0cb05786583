// SPDX-License-Identifier: Apache-2.0
// A packet's role for a decoder, from its first bytes: a place to start, a frame, or one that no
// other frame needs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

struct AVCodecParameters;
struct AVPacket;

namespace overlace {

/// Whether a decoder that starts at this packet, without packets shown before it, shows this and
/// all later frames with the same pixels as if it had started earlier.
enum class RandomAccessKind : std::uint8_t {
  none,
  clean,
  /// If no frame is predicted from the packets left out: H.264 counts reference frames, and notices
  /// when they are missing.
  conditional,
};

/// The role of one packet of a video stream.
struct PacketRole {
  RandomAccessKind access = RandomAccessKind::none;
  /// No other frame is predicted from it.
  bool disposable = false;
  /// Why this and later packets cannot be judged from outside, or change the decoder's knowledge of
  /// the stream; null where there is no obstacle.
  const char* obstacle = nullptr;
  /// How many frames it shows: 0 for a hidden reference frame, -1 where several packets make one.
  int shown = 1;
};

/// Examines a packet; packets come in decoding order.
using PacketInspector = std::function<PacketRole(const AVPacket&)>;

/// Supports H.264 (a start is an IDR picture, or an intra picture with an exact recovery point),
/// HEVC (IDR, CRA, BLA), MPEG-1 and 2 (intra picture with its sequence header), VP8, VP9, AV1,
/// FFV1, MS-MPEG-4 versions 2 and 3, and all codecs whose frames are independent. Each of their
/// packets gives exactly one frame, unless an obstacle is reported. For other codecs the result is
/// empty.
[[nodiscard]] PacketInspector make_packet_inspector(const AVCodecParameters& codec);

}  // namespace overlace
