// SPDX-License-Identifier: Apache-2.0
// Levels of sines, which are known, and loudness as EBU Tech 3341 specifies it.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "graph/core/error.h"
#include "sound/levels.h"
#include "sound/needle.h"
#include "tests/sound/golden.h"

namespace overlace {
namespace {

constexpr int rate = 48000;

/// A duration of a sine, and its peak level in dB.
struct Part {
  double seconds, peak_db;
};

/// 1 kHz in both channels, one part after another.
PcmAudio stereo(const std::vector<Part>& parts) {
  std::vector<float> samples;
  for (const Part& part : parts) {
    const double peak = std::pow(10, part.peak_db / 20);
    for (int i = 0; i < static_cast<int>(std::lround(part.seconds * rate)); ++i)
      samples.push_back(static_cast<float>(peak * std::sin(2 * M_PI * 1000 * i / rate)));
  }
  PcmAudio sound = sound_of(samples, rate);
  sound.channels.push_back(std::move(samples));
  return sound;
}

/// EBU Tech 3341 (2016), table 1.
TEST(Loudness, CasesOneAndTwoAreTheLevelOfTheSine) {
  for (const double level : {-23.0, -33.0}) {
    const SoundLevels levels = measure_levels(stereo({{20, level}}));
    ASSERT_EQ(levels.rows(), 2000U);
    for (const std::size_t row : {400U, 1000U, 1999U}) {
      EXPECT_NEAR(levels.momentary_lufs[row], level, 0.1);
      EXPECT_NEAR(levels.short_term_lufs[row], level, 0.1);
      EXPECT_NEAR(levels.integrated_lufs[row], level, 0.1);
    }
    EXPECT_NEAR(levels.whole_lufs, level, 0.1);
  }
}

TEST(Loudness, CasesThreeToFiveAreGated) {
  EXPECT_NEAR(measure_levels(stereo({{10, -36}, {60, -23}, {10, -36}})).whole_lufs, -23, 0.1);
  EXPECT_NEAR(
      measure_levels(stereo({{10, -72}, {10, -36}, {60, -23}, {10, -36}, {10, -72}})).whole_lufs,
      -23, 0.1);
  EXPECT_NEAR(measure_levels(stereo({{20, -26}, {20.1, -20}, {20, -26}})).whole_lufs, -23, 0.1);
}

// Case 9: 1.34 s at -20 and 1.66 s at -30, five times: every 3 s have the same energy.
TEST(Loudness, CaseNineHasASteadyShortTermLoudness) {
  std::vector<Part> parts;
  for (int i = 0; i < 5; ++i) parts.insert(parts.end(), {{1.34, -20}, {1.66, -30}});
  const SoundLevels levels = measure_levels(stereo(parts));
  ASSERT_EQ(levels.rows(), 1500U);
  for (std::size_t row = 300; row < levels.rows(); ++row)
    ASSERT_NEAR(levels.short_term_lufs[row], -23, 0.1) << row;
}

// Case 12: 0.18 s at -20 and 0.22 s at -30, 25 times: every 400 ms have the same energy.
TEST(Loudness, CaseTwelveHasASteadyMomentaryLoudness) {
  std::vector<Part> parts;
  for (int i = 0; i < 25; ++i) parts.insert(parts.end(), {{0.18, -20}, {0.22, -30}});
  const SoundLevels levels = measure_levels(stereo(parts));
  ASSERT_EQ(levels.rows(), 1000U);
  for (std::size_t row = 100; row < levels.rows(); ++row)
    ASSERT_NEAR(levels.momentary_lufs[row], -23, 0.1) << row;
}

TEST(Loudness, MomentaryLooksBackAtFortyRows) {
  const SoundLevels levels = measure_levels(stereo({{1, -200}, {0.4, -23}, {1, -200}}));
  EXPECT_NEAR(levels.momentary_lufs[100], -23 - 10 * std::log10(40.0), 0.5);
  EXPECT_NEAR(levels.momentary_lufs[139], -23, 0.1);
  EXPECT_NEAR(levels.momentary_lufs[178], -23 - 10 * std::log10(40.0), 0.5);
  EXPECT_LE(levels.momentary_lufs[182], -60);
}

TEST(Loudness, IsPyloudnorms) {
  std::vector<float> samples;
  for (int i = 0; i < 18; ++i)
    for (const float sample : bursts()) samples.push_back(sample);
  PcmAudio sound = sound_of(samples, rate);
  sound.channels.push_back(std::move(samples));
  EXPECT_NEAR(measure_levels(sound).whole_lufs, golden("loudness").at(0, 0), 0.1);
}

TEST(Levels, OfASineAreKnown) {
  const SoundLevels levels = measure_levels(stereo({{2, -6}}));
  EXPECT_NEAR(levels.rms_db[100], -6 - 20 * std::log10(std::sqrt(2.0)), 1e-3);
  EXPECT_NEAR(levels.peak_db[100], -6, 1e-3);
  EXPECT_NEAR(levels.true_peak_db[100], -6, 0.2);
  EXPECT_NEAR(levels.vu_db[190], levels.rms_db[190], 0.1);
}

// EBU Tech 3341, cases 15 to 18: a quarter of the sample rate, sampled between peaks, +0.2/-0.4 dB.
TEST(Levels, TruePeaksAreBetweenSamples) {
  std::vector<float> samples;
  for (int i = 0; i < rate; ++i)
    samples.push_back(static_cast<float>(0.5 * std::sin(M_PI / 2 * i + M_PI / 4)));
  const SoundLevels levels = measure_levels(sound_of(samples, rate));
  EXPECT_NEAR(levels.peak_db[50], 20 * std::log10(0.5 / std::sqrt(2.0)), 1e-3);
  EXPECT_NEAR(levels.true_peak_db[50], 20 * std::log10(0.5), 0.2);
}

TEST(Levels, TheNeedleIsAt99PercentAfter300Milliseconds) {
  for (const double step_s : {0.01, 0.001}) {
    VuNeedle needle(step_s);
    double most = 0, last = 0;
    for (int i = 1; i * step_s < 3; ++i) {
      last = needle.follow(1);
      most = std::max(most, last);
      if (std::lround(i * step_s * 1000) == 300) {
        EXPECT_NEAR(last, 0.99, 1e-5);
      }
    }
    EXPECT_NEAR(most, 1.0125, 2e-4);
    EXPECT_NEAR(last, 1, 1e-6);
  }
}

TEST(Levels, SilenceAndShortSoundsHaveRows) {
  for (const std::size_t samples : {0U, 1U, 80U, 81U, 8000U}) {
    const SoundLevels levels = measure_levels(sound_of(std::vector<float>(samples)));
    ASSERT_EQ(levels.rows(), (samples + 79) / 80);
    for (const auto* values :
         {&levels.rms_db, &levels.peak_db, &levels.true_peak_db, &levels.vu_db,
          &levels.momentary_lufs, &levels.short_term_lufs, &levels.integrated_lufs}) {
      ASSERT_EQ(values->size(), levels.rows());
      for (const float value : *values) EXPECT_EQ(value, silence_db);
    }
  }
}

TEST(Levels, SamplesThatAreNoNumbersAreSilence) {
  std::vector<float> holes = bursts(), zeros = bursts();
  holes[17] = std::numeric_limits<float>::quiet_NaN();
  zeros[17] = 0;
  EXPECT_EQ(measure_levels(sound_of(holes)).rms_db, measure_levels(sound_of(zeros)).rms_db);
}

TEST(Levels, DamageHasLimits) {
  const SoundLevels levels =
      measure_levels(sound_of(std::vector<float>(8000, std::numeric_limits<float>::max())));
  for (const auto* values : {&levels.rms_db, &levels.true_peak_db, &levels.vu_db})
    EXPECT_EQ(values->back(), loudest_db);
  EXPECT_LE(levels.short_term_lufs.back(), loudest_db);
}

TEST(Levels, RefusesWhatCannotBeMeasured) {
  EXPECT_THROW((void)measure_levels(sound_of({0, 0}, 10)), Error);
  PcmAudio crowd = sound_of({0});
  crowd.channels.resize(65, {0});
  EXPECT_THROW((void)measure_levels(crowd), Error);
}

}  // namespace
}  // namespace overlace
