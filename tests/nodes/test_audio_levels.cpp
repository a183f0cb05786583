// SPDX-License-Identifier: Apache-2.0
// audio_levels: series, compared with the known levels of a sine.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nodes/track_node.h"
#include "tests/test_sound.h"

namespace overlace::test {
namespace {

TrackTable levels_of(const std::shared_ptr<const ClipAudio>& sound, const std::string& params,
                     std::vector<std::string>* said = nullptr) {
  TrackTable input;
  input.audio = sound;
  TrackNode node("audio_levels", params);
  node.context.inputs = {&input};
  TrackTable table = node.make();
  if (said != nullptr) *said = node.said;
  return table;
}

double at(const TrackTable& table, std::string_view name, double shown_s) {
  return find_series(table.series, name)->at({.frame = 0, .shown_s = shown_s});
}

TEST(AudioLevels, ASineHasThePeakOfItsAmplitudeAndAnRmsThreeDecibelsBelow) {
  const auto sound = sound_of(sine(997, 0.5, 48000, 5), 48000, 1);
  std::vector<std::string> said;
  const TrackTable table = levels_of(sound, "{}", &said);
  const double amplitude_db = 20 * std::log10(0.5);
  EXPECT_NEAR(at(table, "sound.peak", 3), amplitude_db, 0.05);
  EXPECT_NEAR(at(table, "sound.true_peak", 3), amplitude_db, 0.1);
  EXPECT_NEAR(at(table, "sound.rms", 3), amplitude_db - 3.01, 0.2);
  EXPECT_NEAR(at(table, "sound.vu", 3), amplitude_db - 3.01, 0.2);
  // EBU Tech 3341: a 1 kHz sine at -23 dBFS in two channels is -23 LUFS; one has half the power.
  EXPECT_NEAR(at(table, "sound.momentary", 4), amplitude_db - 3.01, 0.15);
  EXPECT_NEAR(at(table, "sound.integrated", 5.9), amplitude_db - 3.01, 0.15);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said[0].find("LUFS"), std::string::npos);
  EXPECT_EQ(table.audio->samples, sound->samples);
}

TEST(AudioLevels, BesideTheSoundIsSilence) {
  const auto sound = sound_of(sine(997, 0.5, 48000, 2), 48000, 1);
  const TrackTable table = levels_of(sound, R"({"name": "voice"})");
  EXPECT_EQ(at(table, "voice.peak", 0.5), -120);
  EXPECT_EQ(at(table, "voice.rms", 3.5), -120);
  EXPECT_NEAR(at(table, "voice.peak", 1.005), 20 * std::log10(0.5), 0.5) << "from the start on";
}

TEST(AudioLevels, WithoutSoundTheSeriesAreMissing) {
  const TrackTable table = levels_of(std::make_shared<const ClipAudio>(), "{}");
  EXPECT_EQ(table.series.size(), 7U);
  EXPECT_TRUE(std::isnan(at(table, "sound.vu", 1)));
}

TEST(AudioLevels, RefusesANameThatSeriesCannotHave) {
  EXPECT_THROW((void)levels_of(nullptr, R"({"name": "my sound"})"), Error);
}

}  // namespace
}  // namespace overlace::test
