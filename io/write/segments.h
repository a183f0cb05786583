// SPDX-License-Identifier: Apache-2.0
// Parts of a video stream that can be decoded on their own.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct AVStream;

namespace overlace {

/// Frames that are consecutive both in decoding and in display order.
struct Segment {
  std::int32_t first = 0, frames = 0;  ///< by number of decoded frame
  bool intact = true;  ///< has nothing that could change the frames of other segments
};

/// A whole stream in segments.
struct SegmentMap {
  std::vector<Segment> segments;     ///< in order, without gaps
  std::vector<std::int64_t> stamps;  ///< presentation times of all frames, ascending, stream ticks
  int reorder = 0;      ///< the most frames that are decoded before one that is displayed earlier
  std::string refusal;  ///< why packets do not identify frames; else ""
};

/// Reads all packets of stream `stream` (as opened elsewhere) of `path` without decoding. Supports
/// intra-only codecs, and H.264 in MP4, MOV and Matroska, where a segment begins at each IDR
/// picture. Throws Error(input).
[[nodiscard]] SegmentMap find_segments(const std::string& path, const AVStream& stream);

}  // namespace overlace
