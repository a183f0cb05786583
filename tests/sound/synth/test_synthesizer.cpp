// SPDX-License-Identifier: Apache-2.0
// Voices as a whole: the same bytes everywhere, which are stolen, and no allocations in between.
#include <gtest/gtest.h>

#include <cstring>

#include "graph/core/error.h"
#include "sound/synth/synthesizer.h"
#include "tests/text/allocations.h"

namespace overlace::test {
namespace {

/// Many notes of all instruments that begin, change and end, rendered in pieces of `piece` samples.
std::vector<float> busy_music(SynthSimd simd, std::size_t piece) {
  Synthesizer synthesizer({.rate = 44100, .voices = 24, .simd = simd});
  std::vector<float> all;
  std::vector<VoiceId> voices;
  for (int event = 0; event < 60; ++event) {
    const auto number = static_cast<float>(event);
    const VoiceAim aim{.frequency_hz = 60.0 + 37 * event,
                       .level = 0.02F + 0.001F * number,
                       .pan = static_cast<float>(event % 7) / 6,
                       .brightness = static_cast<float>(event % 5) / 4};
    voices.push_back(synthesizer.start({.instrument = static_cast<Instrument>(event % 4),
                                        .aim = aim,
                                        .ratio = 1.5F,
                                        .ring_s = 0.5F,
                                        .seed = static_cast<std::uint32_t>(event)}));
    if (event % 3 == 2) synthesizer.release(voices[static_cast<std::size_t>(event) - 2]);
    if (event > 4)
      synthesizer.aim(voices[static_cast<std::size_t>(event) - 4],
                      {.frequency_hz = 300, .level = 0.1F}, 1000 + event);
    std::vector<float> pairs(2 * 1733);
    for (std::size_t done = 0; done < pairs.size(); done += 2 * piece)
      synthesizer.render(std::span(pairs).subspan(done, std::min(2 * piece, pairs.size() - done)));
    all.insert(all.end(), pairs.begin(), pairs.end());
  }
  return all;
}

bool same_bytes(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

TEST(Synthesizer, GivesTheSameBytesOnEveryInstructionSet) {
  if (detect_synth_simd() == SynthSimd::scalar)
    GTEST_SKIP() << "this machine has only the scalar code";
  const std::vector<float> scalar = busy_music(SynthSimd::scalar, 1733);
  for (const SynthSimd simd : {SynthSimd::avx2, SynthSimd::avx512}) {
    if (simd > detect_synth_simd()) continue;
    EXPECT_TRUE(same_bytes(scalar, busy_music(simd, 1733)));
  }
}

TEST(Synthesizer, GivesTheSameBytesInPiecesOfAnySize) {
  const std::vector<float> whole = busy_music(SynthSimd::best, 1733);
  for (const std::size_t piece : {1U, 63U, 64U, 100U, 641U})
    EXPECT_TRUE(same_bytes(whole, busy_music(SynthSimd::best, piece))) << piece;
}

// A 6 kHz string is eight samples long, shorter than a single read of the other strings.
TEST(Synthesizer, ShortStringsThatAreSilentChangeNothingInOthers) {
  const auto sound = [](bool with_short) {
    Synthesizer synthesizer({.rate = 48000});
    std::vector<float> pairs(2 * 10007);
    for (const double hz : {20.0, 110.0, 990.0}) {
      synthesizer.start({.instrument = Instrument::pluck, .aim = {.frequency_hz = hz}, .seed = 1});
      if (with_short)
        synthesizer.start(
            {.instrument = Instrument::pluck, .aim = {.frequency_hz = 6000, .level = 0}});
    }
    synthesizer.render(pairs);
    return pairs;
  };
  EXPECT_EQ(sound(false), sound(true));
}

TEST(Synthesizer, AllocatesNothingOnceItIsThere) {
  Synthesizer synthesizer({.voices = 64});
  std::vector<float> pairs(2 * 4801);
  const std::size_t before = allocations();
  for (int i = 0; i < 200; ++i) {
    const VoiceId voice = synthesizer.start(
        {.instrument = static_cast<Instrument>(i % 4), .aim = {.frequency_hz = 50.0 + 10 * i}});
    synthesizer.aim(voice, {.frequency_hz = 100}, 777);
    synthesizer.render(pairs);
    if (i % 2 == 0) synthesizer.release(voice);
  }
  EXPECT_EQ(allocations(), before);
}

TEST(Synthesizer, StealsTheOldestOfTheQuietest) {
  Synthesizer synthesizer({.rate = 48000, .voices = 4});
  std::vector<float> pairs(2 * 9600);
  const auto start = [&](float level) {
    const VoiceId voice = synthesizer.start({.aim = {.level = level}});
    synthesizer.render(pairs);
    return voice;
  };
  const VoiceId loud = start(0.5F), quiet_old = start(0.1F), quiet_young = start(0.09F),
                medium = start(0.3F);
  EXPECT_EQ(synthesizer.sounding(), 4);
  const VoiceId fifth = start(0.5F);
  EXPECT_FALSE(synthesizer.is_sounding(quiet_old)) << "within 6 dB of the quietest, and older";
  for (const VoiceId voice : {loud, quiet_young, medium, fifth})
    EXPECT_TRUE(synthesizer.is_sounding(voice));
  EXPECT_EQ(synthesizer.sounding(), 4);
  EXPECT_EQ(synthesizer.counts().stolen, 1U);
  EXPECT_EQ(synthesizer.counts().dropped, 0U);
}

TEST(Synthesizer, AVoiceThatIsGoneIsNobodys) {
  Synthesizer synthesizer({.voices = 2});
  std::vector<float> pairs(2 * 48000);
  const VoiceId voice = synthesizer.start({});
  synthesizer.render(pairs);
  synthesizer.release(voice);
  synthesizer.render(pairs);
  EXPECT_FALSE(synthesizer.is_sounding(voice));
  const VoiceId next = synthesizer.start({});
  synthesizer.release(voice);
  EXPECT_TRUE(synthesizer.is_sounding(next)) << "an old name does not reach a new note";
  EXPECT_FALSE(synthesizer.is_sounding({}));
}

TEST(Synthesizer, StruckVoicesEndByThemselves) {
  Synthesizer synthesizer({.voices = 4});
  synthesizer.start({.instrument = Instrument::pluck, .ring_s = 0.2F});
  synthesizer.start({.instrument = Instrument::modal, .ring_s = 0.2F});
  std::vector<float> pairs(2 * 24000);  // -100 dB after 1/3 s
  synthesizer.render(pairs);
  EXPECT_EQ(synthesizer.sounding(), 0);
  EXPECT_EQ(pairs.back(), 0);
}

TEST(Synthesizer, RefusesSettingsOutOfRange) {
  EXPECT_THROW(Synthesizer({.voices = 1}), Error);
  EXPECT_THROW(Synthesizer({.voices = 513}), Error);
  EXPECT_THROW(Synthesizer({.rate = 7999}), Error);
  EXPECT_NO_THROW(Synthesizer({.rate = 8000, .voices = 512}));
}

TEST(Synthesizer, NumbersThatAreNoneDoNoHarm) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  Synthesizer synthesizer({.voices = 4});
  std::vector<float> pairs(2 * 4800);
  for (int i = 0; i < 4; ++i)
    synthesizer.start({.instrument = static_cast<Instrument>(i),
                       .aim = {static_cast<double>(nan), nan, nan, nan},
                       .ratio = nan,
                       .attack_s = nan,
                       .ring_s = nan});
  synthesizer.render(pairs);
  for (const float sample : pairs) ASSERT_EQ(sample, 0);
}

}  // namespace
}  // namespace overlace::test
