// SPDX-License-Identifier: Apache-2.0
// The voices of each instrument, sixteen to a group, and how notes start in their lanes.
#pragma once

#include <cstdint>
#include <vector>

#include "sound/synth/synthesizer.h"
#include "sound/synth/voice_group.h"

namespace overlace {

/// Moves a voice's gains to `aim` over the next `samples`; for every instrument.
void aim_gains(VoiceGroup& group, int lane, const VoiceAim& aim, std::int64_t samples);
/// Begins a fade towards 1 (`up`) or 0; a whole fade takes `samples`.
void begin_fade(VoiceGroup& group, int lane, double samples, bool up);

/// Sets a voice's ramps to their targets and stops them.
void settle(VoiceGroup& group, int lane);
void settle(OscillatorGroup& group, int lane);

/// Silences a lane and clears state that could grow or become denormal.
void silence(VoiceGroup& group, int lane);
void silence(PluckGroup& group, int lane);
void silence(ModalGroup& group, int lane);

/// Sines and FM.
void start_oscillator(OscillatorGroup& group, int lane, const NoteStart& note, int rate);
void aim_oscillator(OscillatorGroup& group, int lane, const VoiceAim& aim, double ratio, int rate,
                    std::int64_t samples);

/// Strings: sizes the lane's ring for the note and fills it with noise. `scratch` grows to the
/// line's length.
void strike_string(PluckGroup& group, int lane, const NoteStart& note, int rate,
                   std::vector<float>& scratch);
/// Samples that a lane's ring and the copy behind it take for the lowest note.
[[nodiscard]] std::uint32_t line_stride(int rate);

/// Bars.
void strike_bar(ModalGroup& group, int lane, const NoteStart& note, int rate);

/// A frequency clamped to the range of VoiceAim::frequency_hz.
[[nodiscard]] double held_frequency(double hz, int rate);

}  // namespace overlace
