// SPDX-License-Identifier: Apache-2.0
// Frames of notes as sound: when they begin, how they continue, and parts that equal the whole.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sound/synth/performance.h"
#include "tests/sound/synth/partials.h"
#include "tests/text/allocations.h"

namespace overlace::test {
namespace {

constexpr int rate = 48000;

/// Frames at 25 per second.
Score score_of(int frames, std::function<void(int, std::vector<Note>&)> notes) {
  return {frames, [](int frame) { return frame / 25.0; }, std::move(notes)};
}

std::vector<float> all_of(Playable& sound, std::size_t piece = 4096) {
  std::vector<float> all, pairs(2 * piece);
  while (const std::size_t count = sound.read(pairs))
    all.insert(all.end(), pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(2 * count));
  return all;
}

/// The index of the first sample that is not silent.
std::size_t first_sound(const std::vector<float>& pairs) {
  std::size_t i = 0;
  while (i < pairs.size() && pairs[i] == 0) ++i;
  return i / 2;
}

TEST(Performance, NotesBeginAtTheSampleOfTheirFrame) {
  for (const int first : {0, 1, 7, 24}) {
    Performance performance(score_of(50,
                                     [first](int frame, std::vector<Note>& notes) {
                                       if (frame >= first)
                                         notes.push_back({.key = 5, .midi = 69, .pan = 0.5F});
                                     }),
                            {.rate = rate, .voices = 4});
    const std::vector<float> sound = all_of(performance);
    EXPECT_EQ(sound.size(), 2U * 2 * rate) << "as long as the clip";
    // The first sample of a note is sin(0), and that of the fade is 0.
    EXPECT_NEAR(static_cast<double>(first_sound(sound)), first / 25.0 * rate, 2);
  }
}

TEST(Performance, TimesAreThoseOfTheFramesNotOfARate) {
  const double shown[] = {0, 0.1, 0.15, 0.9, 1};
  Performance performance({4, [&shown](int frame) { return shown[frame]; },
                           [](int frame, std::vector<Note>& notes) {
                             if (frame == 3) notes.push_back({.key = 1});
                           }},
                          {.rate = 44100, .voices = 4});
  const std::vector<float> sound = all_of(performance);
  EXPECT_EQ(sound.size() / 2, 44100U);
  EXPECT_NEAR(static_cast<double>(first_sound(sound)), 0.9 * 44100, 2);
}

TEST(Performance, AnObjectKeepsItsVoiceAndGlidesToItsNextPitch) {
  Performance performance(
      score_of(50,
               [](int frame, std::vector<Note>& notes) {
                 notes.push_back(
                     {.key = 1, .midi = frame < 25 ? 69.0F : 81.0F, .pan = 0, .level = 0.5F});
               }),
      {.rate = rate, .voices = 4});
  const std::vector<double> sound = left_of(all_of(performance));
  EXPECT_EQ(performance.counts().notes, 1U);
  const std::span<const double> all(sound);
  EXPECT_NEAR(std::abs(partial(all.subspan(9600, 24000), 440, rate)), 0.5, 0.001);
  EXPECT_NEAR(std::abs(partial(all.subspan(48000, 24000), 880, rate)), 0.5, 0.001)
      << "the pitch of frame 25 is reached when that is shown";
  double step = 0;
  for (std::size_t i = 1; i < sound.size(); ++i)
    step = std::max(step, std::fabs(sound[i] - sound[i - 1]));
  EXPECT_LE(step, 2 * 0.5 * std::sin(std::numbers::pi * 880 / rate) * 1.0001);
}

TEST(Performance, StringsAreStruckAnewWhereTheirPitchChanges) {
  Performance performance(score_of(50,
                                   [](int frame, std::vector<Note>& notes) {
                                     notes.push_back({.key = 1,
                                                      .instrument = Instrument::pluck,
                                                      .midi = static_cast<float>(60 + frame / 10)});
                                   }),
                          {.rate = rate, .voices = 8});
  all_of(performance);
  EXPECT_EQ(performance.counts().notes, 5U);
}

TEST(Performance, ALinkIsPluckedOnceAndRingsOn) {
  Performance performance(
      score_of(50,
               [](int frame, std::vector<Note>& notes) {
                 if (frame >= 5 && frame < 10)
                   notes.push_back(
                       {.key = 1, .instrument = Instrument::pluck, .once = true, .ring_s = 3});
               }),
      {.rate = rate, .voices = 8});
  const std::vector<double> sound = left_of(all_of(performance));
  EXPECT_EQ(performance.counts().notes, 1U);
  EXPECT_GT(std::abs(partial(std::span(sound).subspan(48000, 9600), 261.63, rate)), 0.001)
      << "well after the link is gone";
}

TEST(Performance, SinesThatAreStruckFadeByThemselves) {
  Performance performance(
      score_of(50,
               [](int, std::vector<Note>& notes) {
                 notes.push_back(
                     {.key = 1, .instrument = Instrument::fm, .once = true, .ring_s = 0.5F});
               }),
      {.rate = rate, .voices = 8});
  const std::vector<float> sound = all_of(performance);
  EXPECT_NE(sound[2 * 20000], 0);
  for (std::size_t i = 2 * 24100; i < sound.size(); ++i) ASSERT_EQ(sound[i], 0);
}

TEST(Performance, EndsInSilence) {
  Performance performance(score_of(25, [](int, std::vector<Note>& n) { n.push_back({.key = 1}); }),
                          {.rate = rate, .voices = 4});
  const std::vector<float> sound = all_of(performance);
  EXPECT_EQ(sound.size() / 2, static_cast<std::size_t>(rate));
  EXPECT_NEAR(static_cast<double>(sound[sound.size() - 2]), 0, 1e-5);
}

/// Objects that appear and disappear, more of them than there are voices.
void crowd(int frame, std::vector<Note>& notes) {
  for (std::uint64_t i = 0; i < 30; ++i)
    if ((static_cast<std::uint64_t>(frame) / 3 + i) % 5 != 0)
      notes.push_back(
          {.key = 100 - i,
           .instrument = static_cast<Instrument>(i % 4),
           .once = i % 4 == 2 && i > 15,
           .midi = static_cast<float>(48 + (static_cast<std::uint64_t>(frame) + i) % 24)});
}

// More notes than a sort keeps in order by itself.
TEST(Performance, OfNotesWithOneKeyTheLowestIsPlayed) {
  const auto chord = [](bool rising) {
    Performance performance(score_of(25,
                                     [rising](int, std::vector<Note>& notes) {
                                       for (int i = 0; i < 40; ++i) {
                                         const int step = rising ? i : 39 - i;
                                         notes.push_back({.key = 1,
                                                          .midi = 57 + static_cast<float>(step),
                                                          .pan = 0,
                                                          .level = 0.5F});
                                       }
                                     }),
                            {.rate = rate, .voices = 4});
    return all_of(performance);
  };
  const std::vector<float> sound = chord(true);
  EXPECT_EQ(chord(false), sound);
  const std::vector<double> left = left_of(sound);
  EXPECT_NEAR(std::abs(partial(std::span<const double>(left).subspan(9600, 24000), 220, rate)), 0.5,
              0.001);
}

TEST(Performance, RewindingPlaysTheSame) {
  Performance performance(score_of(60, crowd), {.rate = rate, .voices = 16});
  const std::vector<float> whole = all_of(performance);
  for (const std::size_t piece : {1U, 1000U}) {
    performance.rewind();
    EXPECT_EQ(all_of(performance, piece), whole) << "in pieces of " << piece;
  }
}

TEST(Performance, AllocatesNothingOnceItIsWarm) {
  Performance performance(score_of(100, crowd), {.rate = rate, .voices = 16});
  std::vector<float> pairs(2 * rate);
  performance.read(pairs);
  const std::size_t before = allocations();
  performance.read(pairs);
  performance.read(pairs);
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace overlace::test
