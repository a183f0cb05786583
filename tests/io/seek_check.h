// SPDX-License-Identifier: Apache-2.0
// Compares frames reached by seeking with those of a run from the start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/read/video_reader.h"

namespace overlace::testing {

/// The relevant facts of a frame: its place and the hash of all its samples.
struct FrameFacts {
  std::int32_t number = 0;
  std::int64_t pts = 0, duration = 0;
  double shown_s = 0;
  std::uint64_t pixels = 0;
  friend bool operator==(const FrameFacts&, const FrameFacts&) = default;
};

/// FNV-1a of all samples, without row padding.
[[nodiscard]] FrameFacts facts_of(const DecodedFrame& picture);
/// All frames of a clip in order.
[[nodiscard]] std::vector<FrameFacts> play(const std::string& path, const ReaderOptions& options);

struct SeekResult {
  std::int32_t frames = 0;  ///< of the clip
  std::int32_t sought = 0;  ///< frames compared
  std::int32_t differing = 0;
  std::int32_t jumps = 0;  ///< seeks that need not decode from the first frame
};

/// Seeks to `count` random frames in one reader, reads one to three frames from each, and compares
/// them with those of a run from the start.
[[nodiscard]] SeekResult check_seeks(const std::string& path, const ReaderOptions& options,
                                     int count, unsigned seed = 1);

}  // namespace overlace::testing
