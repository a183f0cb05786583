// SPDX-License-Identifier: Apache-2.0
// The sound of a file: decoded whole, on the time of the file's pictures.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "graph/core/log.h"
#include "graph/data/clip_audio.h"

namespace overlace {

/// Decoded sound, and what was wrong with it.
struct AudioRead {
  std::shared_ptr<const PcmAudio> samples;  ///< null where the file has no sound
  std::int64_t damaged_packets = 0;         ///< silent: marked as damaged, or taken by no decoder
};

/// Decodes an audio stream, in its own rate and channels. `stream` counts the file's audio streams
/// from 0; -1 is the best one. Time 0 is the first picture of the file as it is shown, or the first
/// sample of a file without pictures. Samples that encoders put before the first are left out.
/// Lossless sound, MP3, AAC and AC-3 give the same samples on every machine, as they are decoded in
/// integers; other codecs may differ by a rounding. Gaps, overlaps and changes of rate or channels
/// are repaired and said to `log`, which may be empty.
///
/// Throws Error(input) for a file that cannot be read, a stream that is not there (but not for
/// -1) and a codec that is not known; Error(limit) beyond max_audio_samples; Error(usage) for a
/// pipe.
[[nodiscard]] AudioRead read_audio(const std::string& path, int stream, const LogSink& log);

}  // namespace overlace
