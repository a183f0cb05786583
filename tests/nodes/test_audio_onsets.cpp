// SPDX-License-Identifier: Apache-2.0
// audio_onsets: beats are found at clicks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/nodes/track_node.h"
#include "tests/test_sound.h"

namespace overlace::test {
namespace {

/// Plucked tones at 0.5, 1.0, 1.5 and 2.0 s of a sound that begins at `start_s`; the third one is
/// as loud as `third` says, beside the others.
std::shared_ptr<const ClipAudio> plucks(double start_s, float third = 1) {
  constexpr int rate = 22050;
  std::vector<float> samples(3 * rate);
  std::vector<float> tone = sine(880, 0.7, rate, 0.45);
  for (std::size_t i = 0; i < tone.size(); ++i)
    tone[i] *= std::exp(-static_cast<float>(i) / (0.05F * rate));
  for (int pluck = 1; pluck <= 4; ++pluck)
    std::ranges::transform(tone, samples.begin() + pluck * rate / 2,
                           [&](float s) { return pluck == 3 ? s * third : s; });
  return sound_of(std::move(samples), rate, start_s);
}

TrackTable onsets_of(const std::shared_ptr<const ClipAudio>& sound, const std::string& params) {
  TrackTable input;
  input.audio = sound;
  TrackNode node("audio_onsets", params);
  node.context.inputs = {&input};
  return node.make();
}

double at(const TrackTable& table, std::string_view name, double shown_s) {
  return find_series(table.series, name)->at({.frame = 0, .shown_s = shown_s});
}

TEST(AudioOnsets, CountsTonesWhenTheyBegin) {
  const TrackTable table = onsets_of(plucks(1), "{}");
  for (int pluck = 1; pluck <= 4; ++pluck) {
    const double time_s = 1 + 0.5 * pluck;
    EXPECT_EQ(at(table, "beat.count", time_s - 0.06), pluck - 1) << pluck;
    EXPECT_EQ(at(table, "beat.count", time_s + 0.06), pluck) << pluck;
    EXPECT_GT(at(table, "beat.pulse", time_s + 0.06), 0.5) << pluck;
    EXPECT_LT(at(table, "beat.pulse", time_s + 0.44), 0.2) << pluck;
  }
  EXPECT_EQ(at(table, "beat.count", 0), 0);
  EXPECT_EQ(at(table, "beat.count", 100), 4) << "a count stays";
  EXPECT_EQ(at(table, "beat.pulse", 100), 0);
}

TEST(AudioOnsets, ALongerDecayFadesLater) {
  const auto left = [](const std::string& params) {
    return at(onsets_of(plucks(0), params), "hit.pulse", 2.5);
  };
  EXPECT_NEAR(left(R"({"name": "hit", "decay": 1})"), std::exp(-0.5), 0.04);
  EXPECT_NEAR(left(R"({"name": "hit", "decay": 0.05})"), 0, 1e-3);
}

TEST(AudioOnsets, WeakTonesAreBelowAHigherThreshold) {
  const auto count = [](const std::string& params) {
    return at(onsets_of(plucks(0, 0.1F), params), "beat.count", 2.9);
  };
  EXPECT_EQ(count("{}"), 4);
  EXPECT_EQ(count(R"({"threshold": 0.5})"), 3);
}

TEST(AudioOnsets, SilenceHasNoneAndNoSoundIsMissing) {
  const TrackTable silent = onsets_of(sound_of(std::vector<float>(22050), 22050), "{}");
  EXPECT_EQ(at(silent, "beat.count", 1), 0);
  EXPECT_EQ(at(silent, "beat.envelope", 0.5), 0);
  const TrackTable none = onsets_of(std::make_shared<const ClipAudio>(), "{}");
  EXPECT_TRUE(std::isnan(at(none, "beat.pulse", 0.5)));
  EXPECT_EQ(none.series.size(), 3U);
}

}  // namespace
}  // namespace overlace::test
