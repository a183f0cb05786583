// SPDX-License-Identifier: Apache-2.0
// Parts of a video stream that decode without the rest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

struct AVStream;

namespace overlace {

/// Frames that follow each other in decoding order as well as on screen.
struct Segment {
  std::int32_t first = 0, frames = 0;  ///< by number of decoded frame
  bool intact = true;  ///< holds nothing that could change the frames of other segments
};

/// A whole stream in segments.
struct SegmentMap {
  std::vector<Segment> segments;     ///< in order, without gaps
  std::vector<std::int64_t> stamps;  ///< presentation times of all frames, rising, in stream ticks
  int reorder = 0;      ///< frames that are decoded before one that is shown earlier, at most
  std::string refusal;  ///< why frames cannot be told apart by their packets; else ""
};

/// Reads all packets of `path` that belong to its stream `stream` (as opened elsewhere), without
/// decoding any. Known: intra-only codecs, and H.264 in MP4, MOV and Matroska, where a segment
/// begins at each IDR picture. Throws Error(input).
[[nodiscard]] SegmentMap find_segments(const std::string& path, const AVStream& stream);

}  // namespace overlace
