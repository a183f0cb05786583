// SPDX-License-Identifier: Apache-2.0
// Stage sound: the notes that the objects and links of a frame play.
#pragma once

#include <cstdint>

namespace overlace {

/// Which of the twelve semitones of an octave are played.
enum class Scale : std::uint8_t {
  minor_pentatonic,  ///< 0 3 5 7 10
  major_pentatonic,  ///< 0 2 4 7 9
  major,             ///< 0 2 4 5 7 9 11
  minor,             ///< natural: 0 2 3 5 7 8 10
  whole_tone,        ///< 0 2 4 6 8 10
  chromatic,         ///< all of them
  none,              ///< pitch is not snapped
};

/// How a voice sounds.
enum class Instrument : std::uint8_t {
  sine,   ///< one partial
  fm,     ///< a carrier whose phase is modulated by another sine (Chowning 1973)
  pluck,  ///< a string: a delay line, struck once (Karplus and Strong 1983)
  modal,  ///< a bar: eight resonances, struck once
};
inline constexpr int instrument_count = 4;
/// Strings and bars ring by themselves once struck; the others sound as long as they are held.
[[nodiscard]] constexpr bool is_struck(Instrument instrument) {
  return instrument >= Instrument::pluck;
}

/// What an object or a link plays in a frame. Numbers outside their ranges are clamped.
struct Note {
  std::uint64_t key = 0;  ///< the same for one object in all frames, so that its voice continues
  Instrument instrument = Instrument::sine;
  bool once = false;        ///< struck when the key appears, and left to ring
  float midi = 60;          ///< pitch; strings and bars are struck anew where it changes
  float pan = 0.5F;         ///< 0 left .. 1 right
  float level = 0.1F;       ///< amplitude, 0..1
  float brightness = 0.5F;  ///< 0..1
  float ratio = 1;          ///< FM: the modulator's frequency over the carrier's
  float attack_s = 0.02F;   ///< for sines and FM
  float release_s = 0.08F;
  float ring_s = 2;  ///< strings and bars: time to decay by 60 dB
};

}  // namespace overlace
