// SPDX-License-Identifier: Apache-2.0
// Onsets: clicks are found where they are, and the envelope equals librosa's.
#include <gtest/gtest.h>

#include <cmath>

#include "graph/core/error.h"
#include "sound/onsets.h"
#include "tests/sound/golden.h"

namespace overlace {
namespace {

/// Clicks every `apart` samples, starting at sample `first`.
PcmAudio clicks(std::size_t samples, std::size_t first, std::size_t apart, int rate) {
  std::vector<float> train(samples);
  for (std::size_t i = first; i < samples; i += apart) train[i] = 0.9F;
  return sound_of(train, rate);
}

TEST(Onsets, ClicksAreCountedWhereTheyAre) {
  for (const int rate : {8000, 22050, 44100, 48000, 96000}) {
    const auto second = static_cast<std::size_t>(rate);
    PcmAudio sound = clicks(10 * second, second / 2, second / 2, rate);
    sound.start_s = 2;
    const SoundOnsets onsets = find_onsets(sound);
    ASSERT_EQ(onsets.onsets_s.size(), 19U) << rate;
    for (std::size_t i = 0; i < 19; ++i)
      EXPECT_NEAR(onsets.onsets_s[i], 2.5 + 0.5 * static_cast<double>(i), 0.025) << rate;
    EXPECT_EQ(onsets.count.back(), 19U);
    EXPECT_EQ(onsets.count.front(), 0U);
  }
}

TEST(Onsets, PulsesFallToTheirPartInTheDecay) {
  const SoundOnsets onsets = find_onsets(clicks(48000, 24000, 48000, 48000), {0.07, 0.2});
  const auto row = static_cast<std::size_t>(std::lround(onsets.onsets_s.at(0) / onsets.row_s));
  EXPECT_EQ(onsets.pulse[row - 1], 0);
  EXPECT_EQ(onsets.pulse[row], 1);
  EXPECT_NEAR(onsets.pulse[row + 20], std::exp(-1), 1e-6);
}

TEST(Onsets, EnvelopeAndRowsAreLibrosas) {
  const SoundOnsets onsets = find_onsets(sound_of(bursts()));
  const Golden envelope = golden("onset_envelope"), rows = golden("onset_rows");
  ASSERT_EQ(onsets.rows(), envelope.values.size());
  for (std::size_t row = 0; row < onsets.rows(); ++row)
    EXPECT_NEAR(onsets.envelope[row], envelope.values[row], 1e-4) << row;
  ASSERT_EQ(onsets.onsets_s.size(), rows.values.size());
  for (std::size_t i = 0; i < rows.values.size(); ++i)
    EXPECT_NEAR(onsets.onsets_s[i], rows.values[i] / 100, 1e-9);
}

TEST(Onsets, SilenceAndShortSoundsHaveNone) {
  for (const std::size_t samples : {0U, 1U, 100U, 48000U}) {
    const SoundOnsets onsets = find_onsets(sound_of(std::vector<float>(samples), 48000));
    EXPECT_EQ(onsets.rows(), samples == 0 ? 0 : 1 + samples / 480);
    EXPECT_TRUE(onsets.onsets_s.empty());
    for (const float value : onsets.envelope) EXPECT_EQ(value, 0);
  }
}

TEST(Onsets, RefusesSettingsOutOfRange) {
  EXPECT_THROW((void)find_onsets(sound_of({0}), {2, 0.15}), Error);
  EXPECT_THROW((void)find_onsets(sound_of({0}), {0.07, 0}), Error);
}

}  // namespace
}  // namespace overlace
