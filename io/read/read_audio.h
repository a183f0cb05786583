// SPDX-License-Identifier: Apache-2.0
// The sound of a file: decoded completely, on the timeline of the file's pictures.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "graph/core/log.h"
#include "graph/data/clip_audio.h"

namespace overlace {

/// Decoded sound and its damage.
struct AudioRead {
  std::shared_ptr<const PcmAudio> samples;  ///< null where the file has no sound
  std::int64_t damaged_packets = 0;         ///< silent: marked as damaged, or no decoder took them
};

/// Decodes an audio stream at its own rate and with its own channels. `stream` counts the file's
/// audio streams from 0; -1 is the best one. Time 0 is when the file's first picture is shown, or
/// the first sample of a file without pictures. Encoder priming is removed. Lossless sound, MP3,
/// AAC and AC-3 give the same samples on every machine, as they are decoded in integers; other
/// codecs may differ in rounding. Gaps, overlaps and changes of rate or channels are repaired and
/// logged to `log`, which may be empty.
///
/// Throws Error(input) for a file that cannot be read, a stream that does not exist (except for -1)
/// and an unknown codec; Error(limit) beyond max_audio_samples; Error(usage) for a pipe.
[[nodiscard]] AudioRead read_audio(const std::string& path, int stream, const LogSink& log);

}  // namespace overlace
