// SPDX-License-Identifier: Apache-2.0
// Scales as bits: semitone s of an octave is bit s.
#include "sound/synth/tuning.h"

#include <cmath>
#include <initializer_list>

#include "sound/synth/exact_math.h"

namespace overlace {
namespace {

constexpr unsigned bits(std::initializer_list<int> semitones) {
  unsigned mask = 0;
  for (const int semitone : semitones) mask |= 1U << static_cast<unsigned>(semitone);
  return mask;
}

unsigned semitones_of(Scale scale) {
  switch (scale) {
    case Scale::minor_pentatonic:
      return bits({0, 3, 5, 7, 10});
    case Scale::major_pentatonic:
      return bits({0, 2, 4, 7, 9});
    case Scale::major:
      return bits({0, 2, 4, 5, 7, 9, 11});
    case Scale::minor:
      return bits({0, 2, 3, 5, 7, 8, 10});
    case Scale::whole_tone:
      return bits({0, 2, 4, 6, 8, 10});
    case Scale::chromatic:
    case Scale::none:
      break;
  }
  return 0xfff;
}

}  // namespace

float snapped(float midi, Scale scale, int root) {
  if (scale == Scale::none) return midi;
  const unsigned played = semitones_of(scale);
  const int low = static_cast<int>(std::floor(midi)) - 6;  // no scale has a gap of more than 6
  float best = 0, distance = 1e9F;
  for (int note = low; note <= low + 13; ++note) {
    const int semitone = ((note - root) % 12 + 12) % 12;
    if (((played >> static_cast<unsigned>(semitone)) & 1U) == 0) continue;
    const float away = std::fabs(static_cast<float>(note) - midi);
    if (away < distance) best = static_cast<float>(note), distance = away;
  }
  return best;
}

double frequency_of(double midi) {
  return 440 * power_of_two((midi - 69) / 12);
}

}  // namespace overlace
