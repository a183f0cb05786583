// SPDX-License-Identifier: Apache-2.0
// Blocks of sound on one time line: gaps, overlaps, clock jumps, and changes midway.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "io/read/audio_line.h"

namespace overlace {
namespace {

constexpr int rate = 1000;

AudioBlock block(std::optional<double> start_s, std::vector<float> samples, int at_rate = rate) {
  return {.sample_rate = at_rate, .start_s = start_s, .channels = {std::move(samples)}};
}
std::vector<float> many(std::size_t count, float value) {
  return std::vector<float>(count, value);
}

std::vector<std::string> said_by(const AudioLine& line) {
  std::vector<std::string> said;
  line.report([&](const std::string& text) { said.push_back(text); });
  return said;
}

TEST(AudioLine, TimeBeginsWithTheFirstPicture) {
  AudioLine line(10.0);
  line.append(block(10.5, many(100, 1)));
  line.append(block(10.6, many(100, 2)));
  EXPECT_TRUE(said_by(line).empty());
  const PcmAudio sound = line.take();
  EXPECT_DOUBLE_EQ(sound.start_s, 0.5);
  EXPECT_EQ(sound.sample_rate, rate);
  ASSERT_EQ(sound.size(), 200U);
  EXPECT_EQ(sound.channels[0][99], 1);
  EXPECT_EQ(sound.channels[0][100], 2);
}

TEST(AudioLine, WithoutPicturesItBeginsWithTheFirstSample) {
  AudioLine line(std::nullopt);
  line.append(block(7.25, many(10, 1)));
  EXPECT_EQ(line.take().start_s, 0);
}

TEST(AudioLine, AGapIsSilenceOfItsLength) {
  AudioLine line(0.0);
  line.append(block(0, many(100, 1)));
  line.append(block(0.35, many(100, 2)));
  ASSERT_EQ(said_by(line).size(), 1U);
  EXPECT_NE(said_by(line)[0].find("1 gap, 0.250 s"), std::string::npos) << said_by(line)[0];
  const PcmAudio sound = line.take();
  ASSERT_EQ(sound.size(), 450U);
  EXPECT_EQ(sound.channels[0][99], 1);
  EXPECT_EQ(sound.channels[0][100], 0);
  EXPECT_EQ(sound.channels[0][349], 0);
  EXPECT_EQ(sound.channels[0][350], 2);
}

TEST(AudioLine, AnOverlapIsCut) {
  AudioLine line(0.0);
  line.append(block(0, many(100, 1)));
  line.append(block(0.05, many(100, 2)));
  line.append(block(0.15, many(10, 3)));
  ASSERT_EQ(said_by(line).size(), 1U);
  EXPECT_NE(said_by(line)[0].find("1 overlap, 0.050 s"), std::string::npos) << said_by(line)[0];
  const PcmAudio sound = line.take();
  ASSERT_EQ(sound.size(), 160U);
  EXPECT_EQ(sound.channels[0][99], 1);
  EXPECT_EQ(sound.channels[0][100], 2);
  EXPECT_EQ(sound.channels[0][150], 3);
}

TEST(AudioLine, RoundedStampsLoseNothingAndNeverAddUp) {
  AudioLine line(0.0);
  for (int i = 0; i < 100; ++i) {  // 23 samples each, stamps rounded to 5 ms
    const double exact = i * 0.023;
    line.append(block(std::round(exact * 200) / 200, many(23, 1)));
  }
  EXPECT_TRUE(said_by(line).empty());
  EXPECT_EQ(line.take().size(), 2300U);
}

TEST(AudioLine, AClockThatJumpsGoesOnWhereItWas) {
  for (const double jump_s : {-50.0, 90000.0}) {
    AudioLine line(100.0);
    line.append(block(100, many(100, 1)));
    line.append(block(100.1 + jump_s, many(100, 2)));
    line.append(block(100.2 + jump_s, many(100, 3)));
    ASSERT_EQ(said_by(line).size(), 1U);
    EXPECT_NE(said_by(line)[0].find("jump"), std::string::npos);
    EXPECT_EQ(line.take().size(), 300U);
  }
}

TEST(AudioLine, SamplesThatAreNoNumbersAreSilence) {
  AudioLine line(0.0);
  line.append(block(0, {1, std::numeric_limits<float>::quiet_NaN(),
                        std::numeric_limits<float>::infinity(), 0.5F}));
  EXPECT_NE(said_by(line).at(0).find("2 samples"), std::string::npos);
  EXPECT_EQ(line.take().channels[0], (std::vector<float>{1, 0, 0, 0.5F}));
}

TEST(AudioLine, AnotherRateIsBroughtToTheFirst) {
  AudioLine line(0.0);
  line.append(block(0, many(100, 0)));
  std::vector<float> ramp(200);  // at twice the rate
  for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<float>(i);
  line.append(block(0.1, ramp, 2 * rate));
  EXPECT_NE(said_by(line).at(0).find("1000 to 2000 Hz"), std::string::npos);
  const PcmAudio sound = line.take();
  ASSERT_EQ(sound.size(), 200U);
  for (std::size_t i = 0; i < 100; ++i)
    EXPECT_EQ(sound.channels[0][100 + i], static_cast<float>(2 * i));
}

TEST(AudioLine, OtherChannelsBecomeThoseOfTheStart) {
  AudioLine line(0.0);
  line.append({.sample_rate = rate, .start_s = 0, .channels = {{1, 1}, {2, 2}}});
  line.append({.sample_rate = rate, .start_s = 0.002, .channels = {{3, 3}}});
  line.append({.sample_rate = rate, .start_s = 0.004, .channels = {{4}, {5}, {6}}});
  EXPECT_NE(said_by(line).at(0).find("channels"), std::string::npos);
  const PcmAudio sound = line.take();
  ASSERT_EQ(sound.channels.size(), 2U);
  EXPECT_EQ(sound.channels[0], (std::vector<float>{1, 1, 3, 3, 4}));
  EXPECT_EQ(sound.channels[1], (std::vector<float>{2, 2, 3, 3, 5}));
}

TEST(AudioLine, BlocksWithoutStampsFollow) {
  AudioLine line(0.0);
  line.append(block(0.2, many(10, 1)));
  line.append(block(std::nullopt, many(10, 2)));
  EXPECT_EQ(line.take().size(), 20U);
}

}  // namespace
}  // namespace overlace
