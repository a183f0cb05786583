// SPDX-License-Identifier: Apache-2.0
// The sound of a graph over a clip, mastered, from one frame to another.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graph/core/log.h"
#include "graph/core/memory_use.h"
#include "graph/core/time.h"
#include "graph/data/clip_audio.h"
#include "graph/plan/sound.h"
#include "io/files/frame_list.h"
#include "io/write/made_sound.h"

namespace overlace {

struct SoundSettings {
  int rate = 48000;
  int voices = 64;             ///< that sound at once
  double loudness_lufs = -16;  ///< integrated, of the whole clip
  double ceiling_dbtp = -1;    ///< of true peaks, before sound is encoded
  std::string codec{};         ///< libav's name; "" = by container
};

/// Memory that playing takes.
[[nodiscard]] MemoryUse sound_memory(const SoundSettings& settings);

/// Plays the whole clip to learn its loudness, and hands out what is heard while `frames` are
/// shown, from the first to the end of the last of them. Whatever frames are chosen, the samples
/// are those of the whole clip. `times` are those of `frame_times`. Where `recorded` is not null it
/// is heard as well, at its own level, and both together are limited. `log` hears what was played.
/// Throws as GraphNotes, Synthesizer and MixedSound.
[[nodiscard]] PlayPairs graph_sound(SoundPlan plan, std::vector<double> times,
                                    const FrameList& frames, const SoundSettings& settings,
                                    std::shared_ptr<const PcmAudio> recorded, const LogSink& log);

}  // namespace overlace
