// SPDX-License-Identifier: Apache-2.0
// Joins parts of a video that were rendered separately.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/core/log.h"
#include "io/files/atomic_output.h"
#include "io/frames/copy_scope.h"
#include "io/write/made_sound.h"

namespace overlace {

struct JoinOptions {
  std::string source;              ///< the video from which all parts were rendered
  std::vector<std::string> parts;  ///< in order; together they contain each of its frames once
  std::string output;
  OutputPolicy policy;  ///< for the output; source and parts are added to its inputs
  bool sound = true;    ///< include the source's sound
  /// Of what is copied from the source. Parts that are marked as redacted narrow it to sound,
  /// unless it is narrower than everything already.
  CopyScope scope = CopyScope::everything;
  MadeSound played{};  ///< added as its own stream, for the whole video
  LogSink log{};
};

class VideoReader;

/// Throws Error(usage) for an output whose container cannot hold joined parts because it counts
/// frames.
void check_joined_output(const std::string& output);

/// How many frames a video has, as join_parts counts them: from packets or, if those are doubtful,
/// by decoding everything. `reader` must be at its start. Throws Error(input).
[[nodiscard]] std::int64_t count_frames(VideoReader& reader);

struct JoinResult {
  std::int64_t frames = 0, bytes_written = 0;
  std::vector<std::string> lost_sound{};  ///< as FrameSink::lost_sound
};

/// Writes the packets of the parts, unchanged, as one stream, at the times of the source's frames;
/// sound, subtitles, chapters and metadata come from the source, within the scope. Made sound is
/// encoded here, once, so that it has no seams. One part is open at a time. Setting `stop` (may be
/// null) throws Stopped, and no output is left.
///
/// Throws Error(input) where the parts do not fit together (codec, size, headers, a part that does
/// not begin with a key frame) or do not have as many frames as the source; Error(usage) for an
/// output that cannot be written, or whose container counts frames; Error(output).
JoinResult join_parts(const JoinOptions& options, const std::atomic<bool>* stop = nullptr);

}  // namespace overlace
