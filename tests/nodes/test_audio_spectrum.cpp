// SPDX-License-Identifier: Apache-2.0
// audio_spectrum: columns are at the clip's times, and bands at the tones' frequencies.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nodes/track_node.h"
#include "tests/test_sound.h"

namespace overlace::test {
namespace {

TrackTable spectrum_of_sound(const std::shared_ptr<const ClipAudio>& sound,
                             const std::string& params) {
  TrackTable input;
  input.audio = sound;
  TrackNode node("audio_spectrum", params);
  node.context.inputs = {&input};
  return node.make();
}

/// The loudest band of a column.
std::size_t loudest(const AudioSpectrum& s, std::size_t column) {
  const auto begin = s.levels.begin() + static_cast<std::ptrdiff_t>(column * s.bands());
  return static_cast<std::size_t>(
      std::max_element(begin, begin + static_cast<std::ptrdiff_t>(s.bands())) - begin);
}

TEST(AudioSpectrum, AToneIsLoudestInItsOwnBand) {
  const auto sound = sound_of(sine(1000, 0.5, 16000, 1), 16000, 0.25);
  for (const char* kind : {"stft", "mel", "cqt"}) {
    const TrackTable table =
        spectrum_of_sound(sound, R"({"hop": 160, "kind": ")" + std::string(kind) + "\"}");
    const AudioSpectrum& s = *table.audio->spectrum;
    EXPECT_EQ(table.audio->samples, sound->samples) << "the sound is passed on";
    EXPECT_DOUBLE_EQ(s.column_s, 0.01);
    EXPECT_DOUBLE_EQ(s.start_s, 0.25);
    EXPECT_EQ(s.columns, 101U);
    const std::size_t band = loudest(s, 50);
    const double below = band > 0 ? s.band_hz[band - 1] : 0;
    const double above = band + 1 < s.bands() ? s.band_hz[band + 1] : 1e9;
    EXPECT_LT(below, 1000) << kind;
    EXPECT_GT(above, 1000) << kind;
  }
}

TEST(AudioSpectrum, HasTheBandsThatItIsAskedFor) {
  const auto sound = sound_of(sine(1000, 0.5, 16000, 1), 16000);
  const auto bands_of = [&](const std::string& params) {
    return spectrum_of_sound(sound, params).audio->spectrum->band_hz;
  };
  EXPECT_EQ(bands_of(R"({"kind": "mel", "bands": 40})").size(), 40U);
  const auto tones =
      bands_of(R"({"kind": "cqt", "bands": 24, "bins_per_octave": 24, "fmin": 500, "hop": 160})");
  ASSERT_EQ(tones.size(), 24U);
  for (std::size_t band = 0; band < tones.size(); ++band)
    EXPECT_NEAR(tones[band], 500 * std::exp2(static_cast<double>(band) / 24), 0.01) << band;
}

/// The tests of sound/ check the levels themselves; this one checks that parameters affect them.
TEST(AudioSpectrum, ParametersOfLevelsMatter) {
  const auto sound = sound_of(sine(1000, 0.5, 16000, 1), 16000);
  const auto levels_of = [&](const std::string& params) {
    return spectrum_of_sound(sound, R"({"hop": 160)" + params + "}").audio->spectrum->levels;
  };
  const auto usual = levels_of("");
  for (const char* other : {R"("norm": "peak")", R"("norm": "pcen")", R"("floor": -40)",
                            R"("reference": "full_scale")"})
    EXPECT_NE(levels_of(std::string(", ") + other), usual) << other;
  EXPECT_NE(levels_of(R"(, "kind": "vqt", "gamma": 20)"), levels_of(R"(, "kind": "vqt")"));
}

TEST(AudioSpectrum, KeepsPhasesWhereTheyAreAskedFor) {
  const auto sound = sound_of(sine(1000, 0.5, 16000, 0.2), 16000);
  EXPECT_TRUE(spectrum_of_sound(sound, "{}").audio->spectrum->phases.empty());
  const TrackTable table = spectrum_of_sound(sound, R"({"phase": true})");
  EXPECT_EQ(table.audio->spectrum->phases.size(), table.audio->spectrum->levels.size());
}

TEST(AudioSpectrum, WithoutSoundThereIsNone) {
  EXPECT_EQ(spectrum_of_sound(nullptr, "{}").audio->spectrum, nullptr);
  EXPECT_EQ(spectrum_of_sound(std::make_shared<const ClipAudio>(), "{}").audio->spectrum, nullptr);
}

TEST(AudioSpectrum, RefusesAWindowThatIsNoPowerOfTwo) {
  const auto sound = sound_of(sine(1000, 0.5, 16000, 0.2), 16000);
  EXPECT_THROW((void)spectrum_of_sound(sound, R"({"size": 1000})"), Error);
  EXPECT_THROW((void)spectrum_of_sound(nullptr, R"({"size": 1000})"), Error);
}

}  // namespace
}  // namespace overlace::test
