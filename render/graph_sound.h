// SPDX-License-Identifier: Apache-2.0
// The sound of a graph over a range of a clip's frames, mastered.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graph/core/log.h"
#include "graph/core/memory_use.h"
#include "graph/core/time.h"
#include "graph/data/clip_audio.h"
#include "graph/plan/sound_plan.h"
#include "io/files/frame_list.h"
#include "io/write/made_sound.h"

namespace overlace {

struct SoundSettings {
  int rate = 48000;
  int voices = 64;             ///< sounding at once
  double loudness_lufs = -16;  ///< integrated, of the whole clip
  double ceiling_dbtp = -1;    ///< maximum true peak, before encoding
  std::string codec{};         ///< libav's name; "" = by container
};

/// Memory needed for playing.
[[nodiscard]] MemoryUse sound_memory(const SoundSettings& settings);

/// Plays the whole clip to measure its loudness, and returns the sound while `frames` are shown,
/// from the first one to the end of the last one. The samples are those of the whole clip, whatever
/// frames are chosen. `times` comes from `frame_times`. `recorded`, if not null, is mixed in at its
/// own level, and the mix is limited. `log` gets a summary of what was played. Throws as
/// GraphNotes, Synthesizer and MixedSound do.
[[nodiscard]] PlayPairs graph_sound(SoundPlan plan, std::vector<double> times,
                                    const FrameList& frames, const SoundSettings& settings,
                                    std::shared_ptr<const PcmAudio> recorded, const LogSink& log);

}  // namespace overlace
