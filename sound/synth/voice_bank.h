// SPDX-License-Identifier: Apache-2.0
// The voices of one instrument, sixteen to a group, and how a lane becomes a note.
#pragma once

#include <cstdint>
#include <vector>

#include "sound/synth/synthesizer.h"
#include "sound/synth/voice_group.h"

namespace overlace {

/// Gains and fade of any voice.
void aim_gains(VoiceGroup& group, int lane, const VoiceAim& aim, std::int64_t samples);
/// Begins a fade towards 1 (`up`) or 0 that takes so many samples from end to end.
void begin_fade(VoiceGroup& group, int lane, double samples, bool up);

/// Ends a voice's ramps where they were aimed at, and stays there.
void settle(VoiceGroup& group, int lane);
void settle(OscillatorGroup& group, int lane);

/// Leaves a lane silent, with no state that could grow or become too small for a float.
void silence(VoiceGroup& group, int lane);
void silence(PluckGroup& group, int lane);
void silence(ModalGroup& group, int lane);

/// Sines and FM.
void start_oscillator(OscillatorGroup& group, int lane, const NoteStart& note, int rate);
void aim_oscillator(OscillatorGroup& group, int lane, const VoiceAim& aim, double ratio, int rate,
                    std::int64_t samples);

/// Strings: makes the lane's ring as long as the note asks for, and fills it with noise. `scratch`
/// holds a line's length.
void strike_string(PluckGroup& group, int lane, const NoteStart& note, int rate,
                   std::vector<float>& scratch);
/// Samples that a lane's ring takes with the copy behind it, for the lowest note.
[[nodiscard]] std::uint32_t line_stride(int rate);

/// Bars.
void strike_bar(ModalGroup& group, int lane, const NoteStart& note, int rate);

/// The limits of VoiceAim::frequency_hz.
[[nodiscard]] double held_frequency(double hz, int rate);

}  // namespace overlace
