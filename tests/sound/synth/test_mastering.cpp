// SPDX-License-Identifier: Apache-2.0
// Loudness and peaks, as defined by EBU Tech 3341 and measured by libebur128.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "graph/core/random.h"
#include "sound/loudness.h"
#include "sound/synth/mastering.h"

namespace overlace {
namespace {

constexpr int sample_rate = 48000;

/// Samples in memory.
class Recording final : public Playable {
 public:
  explicit Recording(std::vector<float> pairs) : pairs_(std::move(pairs)) {}
  void rewind() override { at_ = 0; }
  std::size_t read(std::span<float> pairs) override {
    const std::size_t count = std::min(pairs.size(), pairs_.size() - at_);
    std::copy_n(pairs_.begin() + static_cast<std::ptrdiff_t>(at_), count, pairs.begin());
    at_ += count;
    return count / 2;
  }
  [[nodiscard]] int rate() const override { return sample_rate; }

 private:
  std::vector<float> pairs_;
  std::size_t at_ = 0;
};

std::vector<float> sine(double hz, double amplitude, double seconds, double phase = 0) {
  std::vector<float> pairs;
  for (int i = 0; i < static_cast<int>(seconds * sample_rate); ++i) {
    const double v = amplitude * std::sin(2 * std::numbers::pi * (hz * i / sample_rate + phase));
    pairs.insert(pairs.end(), 2, static_cast<float>(v));
  }
  return pairs;
}

/// Clicks over a quiet tone, which need a limiter.
std::vector<float> clicks(double seconds) {
  std::vector<float> pairs = sine(440, 0.05, seconds);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::size_t since = i / 2 % 24000;
    const auto word = philox({{static_cast<std::uint32_t>(i), 0, 0, 0}}, 1, 2).word[0];
    if (since < 400) pairs[i] += (unit_random(word) - 0.5F) * (1 - static_cast<float>(since) / 400);
  }
  return pairs;
}

std::vector<float> played(Playable& sound, std::size_t piece) {
  std::vector<float> all, pairs(2 * piece);
  while (const std::size_t count = sound.read(pairs))
    all.insert(all.end(), pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(2 * count));
  return all;
}

struct Heard {
  double lufs, peak;
};
Heard heard(const std::vector<float>& pairs) {
  LoudnessMeter meter(2, sample_rate, TruePeaks::yes);
  meter.add(pairs);
  return {meter.integrated_lufs(), meter.true_peak_dbtp()};
}

// EBU Tech 3341, case 1: stereo, 1000 Hz, -23 dBFS: -23 LUFS.
TEST(Loudness, MeasuresTheReferenceTone) {
  const Heard tone = heard(sine(1000, std::pow(10, -23.0 / 20), 20));
  EXPECT_NEAR(tone.lufs, -23, 0.1);
  EXPECT_NEAR(tone.peak, -23, 0.1);
}

TEST(Loudness, SilenceHasNone) {
  EXPECT_EQ(heard(std::vector<float>(96000)).lufs, -INFINITY);
}

TEST(Mastering, BringsSoundToItsLoudness) {
  const auto tone = std::make_shared<Recording>(sine(440, 0.02, 5));
  const double gain = mastering_gain(*tone, {});
  MasteredSound mastered(tone, gain, {});
  const Heard out = heard(played(mastered, 1000));
  EXPECT_NEAR(out.lufs, -16, 0.1);
}

TEST(Mastering, HoldsLoudnessAndCeilingOfWhatHasPeaks) {
  const auto music = std::make_shared<Recording>(clicks(6));
  ASSERT_GT(heard(clicks(6)).peak - heard(clicks(6)).lufs, 15) << "peaks would go over the ceiling";
  const double gain = mastering_gain(*music, {});
  MasteredSound mastered(music, gain, {});
  const Heard out = heard(played(mastered, 777));
  EXPECT_NEAR(out.lufs, -16, 0.5);
  EXPECT_LE(out.peak, -1);
}

// A quarter of the rate at 45 degrees: samples are 3 dB below the peaks between them.
TEST(Mastering, SeesPeaksBetweenSamples) {
  const auto tone = std::make_shared<Recording>(sine(12000, 1.4, 2, 0.125));
  MasteredSound mastered(tone, 1, {});
  const Heard out = heard(played(mastered, 500));
  EXPECT_LE(out.peak, -1);
  EXPECT_GE(out.peak, -2) << "and takes away no more than it must";
}

TEST(Mastering, LeavesWhatIsQuietAloneAndInItsPlace) {
  const std::vector<float> tone = sine(440, 0.25, 1);
  MasteredSound mastered(std::make_shared<Recording>(tone), 1, {});
  EXPECT_EQ(played(mastered, 333), tone);
}

TEST(Mastering, GivesTheSameSamplesInPiecesOfAnySize) {
  const auto music = std::make_shared<Recording>(clicks(1));
  MasteredSound mastered(music, 3, {});
  const std::vector<float> whole = played(mastered, 96000);
  for (const std::size_t piece : {1U, 64U, 999U}) {
    mastered.rewind();
    EXPECT_EQ(played(mastered, piece), whole) << piece;
  }
}

TEST(Mastering, SilenceStaysSilent) {
  const auto silence = std::make_shared<Recording>(std::vector<float>(2 * 48000));
  EXPECT_EQ(mastering_gain(*silence, {}), 1);
}

}  // namespace
}  // namespace overlace
