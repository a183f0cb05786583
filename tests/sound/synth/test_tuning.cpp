// SPDX-License-Identifier: Apache-2.0
// Scales as music theory defines them, frequencies by definition, and functions against the C
// library's.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sound/synth/exact_math.h"
#include "sound/synth/tuning.h"

namespace overlace {
namespace {

TEST(Tuning, FrequenciesAreEqualTemperament) {
  EXPECT_DOUBLE_EQ(frequency_of(69), 440);
  EXPECT_DOUBLE_EQ(frequency_of(57), 220);
  EXPECT_NEAR(frequency_of(60), 261.6255653005986, 1e-10);  // middle C
  for (double midi = 0; midi < 128; midi += 0.37)
    EXPECT_NEAR(frequency_of(midi) / (440 * std::exp2((midi - 69) / 12)), 1, 1e-14) << midi;
}

TEST(Tuning, ScalesHoldTheirNotes) {
  // A minor pentatonic: A C D E G.
  for (int midi = 45; midi < 80; ++midi) {
    const int note =
        static_cast<int>(snapped(static_cast<float>(midi), Scale::minor_pentatonic, 9));
    const int semitone = note % 12;
    EXPECT_TRUE(semitone == 9 || semitone == 0 || semitone == 2 || semitone == 4 || semitone == 7)
        << note;
    EXPECT_LE(std::abs(note - midi), 2) << "its largest step is three semitones";
  }
}

TEST(Tuning, TheNearestNoteIsTaken) {
  EXPECT_EQ(snapped(60.4F, Scale::chromatic, 0), 60);
  EXPECT_EQ(snapped(60.6F, Scale::chromatic, 0), 61);
  EXPECT_EQ(snapped(61.2F, Scale::major, 0), 62);
  EXPECT_EQ(snapped(61, Scale::major, 0), 60) << "of two, the lower one";
  EXPECT_EQ(snapped(60.4F, Scale::none, 0), 60.4F);
  EXPECT_EQ(snapped(59.9F, Scale::whole_tone, 0), 60);
}

TEST(ExactMath, AgreesWithTheCLibrary) {
  for (double x = -3; x < 3; x += 0.0137) {
    // Beyond one turn, rounding 2 pi x causes an error of this size.
    EXPECT_NEAR(sine_of_turns(x), std::sin(2 * std::numbers::pi * x), 5e-15) << x;
    EXPECT_NEAR(cosine_of_turns(x), std::cos(2 * std::numbers::pi * x), 5e-15) << x;
    EXPECT_NEAR(power_of_two(x * 10) / std::exp2(x * 10), 1, 1e-15) << x;
  }
  EXPECT_NEAR(power_of_ten(-3), 1e-3, 1e-17);
}

}  // namespace
}  // namespace overlace
