// SPDX-License-Identifier: Apache-2.0
// Pitches: MIDI numbers, snapped to scales, and their frequencies.
#pragma once

#include "graph/data/notes.h"

namespace overlace {

/// The note of a scale nearest to `midi`; ties go to the lower one. `root` is the scale's first
/// semitone, from 0 for C to 11 for B.
[[nodiscard]] float snapped(float midi, Scale scale, int root);

/// Frequency of a MIDI number in Hz, in equal temperament: 440 x 2^((midi - 69) / 12).
[[nodiscard]] double frequency_of(double midi);

}  // namespace overlace
