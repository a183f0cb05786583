// SPDX-License-Identifier: Apache-2.0
// The sound of each instrument, by acoustics: partials, pitches, decay, and steps between samples.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sound/synth/synthesizer.h"
#include "sound/synth/tuning.h"
#include "tests/sound/synth/partials.h"

namespace overlace::test {
namespace {

constexpr int rate = 48000;

/// The left channel of one held note.
std::vector<double> play(const NoteStart& note, double seconds) {
  Synthesizer synthesizer({.rate = rate, .voices = 2});
  std::vector<float> pairs(static_cast<std::size_t>(seconds * rate) * 2);
  synthesizer.start(note);
  synthesizer.render(pairs);
  return left_of(pairs);
}

NoteStart note_of(Instrument instrument, double hz) {
  return {.instrument = instrument,
          .aim = {.frequency_hz = hz, .level = 0.5F, .pan = 0, .brightness = 0.5F}};
}

TEST(Sine, HasOnePartialOfItsFrequencyAndLevel) {
  const std::vector<double> sound = play(note_of(Instrument::sine, 440), 1);
  const std::span<const double> held = std::span(sound).subspan(4800, 24000);
  EXPECT_NEAR(decibel(std::abs(partial(held, 440, rate))), decibel(0.5), 0.01);
  for (const double overtone : {2, 3, 4, 5, 7})
    EXPECT_LT(decibel(std::abs(partial(held, 440 * overtone, rate))), -120) << overtone;
}

// The amplitude of side band n at index I is J_n(I): Chowning 1973, by Jacobi and Anger.
TEST(Fm, SideBandsAreBesselFunctions) {
  constexpr double carrier = 3000, modulator = 300;
  for (const float brightness : {0.0625F, 0.125F, 0.25F, 0.5F}) {
    const double index = 8 * static_cast<double>(brightness);
    NoteStart note = note_of(Instrument::fm, carrier);
    note.ratio = 0.1F;
    note.aim.brightness = brightness;
    const std::vector<double> sound = play(note, 1.5);
    const std::span<const double> held = std::span(sound).subspan(4800, 48000);
    for (int n = 0; n <= 8; ++n) {
      const double expected = 0.5 * std::cyl_bessel_j(n, index);
      if (std::fabs(expected) < 1e-4) continue;
      for (const double sign : {-1.0, 1.0}) {
        const double found = std::abs(partial(held, carrier + sign * n * modulator, rate));
        EXPECT_NEAR(decibel(found), decibel(std::fabs(expected)), 0.1)
            << "index " << index << ", side band " << sign * n;
      }
    }
  }
}

// Up to strings of eight samples, which are shorter than a single read of a string.
TEST(Pluck, PitchIsWithinACent) {
  for (double midi = 36; midi <= 114; midi += 3.7) {
    const double hz = frequency_of(midi);
    NoteStart note = note_of(Instrument::pluck, hz);
    note.aim.brightness = 0.2F;
    note.ring_s = 4;
    const std::vector<double> sound = play(note, 1);
    const double found = frequency_near(std::span(sound).subspan(2400), hz, rate, 12000, 2400);
    EXPECT_NEAR(cents(found, hz), 0, 1) << "MIDI " << midi;
  }
}

TEST(Pluck, RingsAsLongAsItIsAsked) {
  for (const float ring_s : {0.5F, 2.0F}) {
    NoteStart note = note_of(Instrument::pluck, 220);
    note.ring_s = ring_s;
    const std::vector<double> sound = play(note, 1);
    const auto level = [&](std::size_t at) {
      return decibel(std::abs(partial(std::span(sound).subspan(at, 9600), 220, rate)));
    };
    const double fall = level(4800) - level(28800);
    EXPECT_NEAR(0.5 * 60 / fall, static_cast<double>(ring_s), 0.02 * static_cast<double>(ring_s));
  }
}

// A free bar: Fletcher and Rossing, "The Physics of Musical Instruments", table 2.1.
TEST(Modal, ModesAreThoseOfABarAndDieAway) {
  constexpr double hz = 262, ring_s = 1;
  NoteStart note = note_of(Instrument::modal, hz);
  note.ring_s = ring_s;
  note.aim.brightness = 1;
  const std::vector<double> sound = play(note, 1);
  const double ratios[] = {1, 2.756, 5.404, 8.933};
  for (const double ratio : ratios) {
    const double found = frequency_near(sound, hz * ratio, rate, 9600, 480);
    EXPECT_NEAR(cents(found, hz * ratio), 0, 1) << ratio;
    const auto level = [&](std::size_t at) {
      return decibel(std::abs(partial(std::span(sound).subspan(at, 7200), hz * ratio, rate)));
    };
    const double ring = 0.2 * 60 / (level(0) - level(9600));
    EXPECT_NEAR(ring, ring_s / std::sqrt(ratio), 0.02 * ring) << ratio;
  }
}

/// The largest step from one sample to the next.
double largest_step(const std::vector<double>& sound) {
  double step = std::fabs(sound.front());
  for (std::size_t i = 1; i < sound.size(); ++i)
    step = std::max(step, std::fabs(sound[i] - sound[i - 1]));
  return step;
}

// A sine of amplitude A changes by at most 2 A sin(pi f / rate) per sample.
TEST(Voices, NeitherBeginNorEndWithAClick) {
  for (const double hz : {130.81, 440.0, 1046.5}) {
    Synthesizer synthesizer({.rate = rate, .voices = 2});
    std::vector<float> pairs(2 * rate);
    const VoiceId voice = synthesizer.start(note_of(Instrument::sine, hz));
    synthesizer.render(std::span(pairs).first(20011 * 2));
    synthesizer.release(voice);
    synthesizer.render(std::span(pairs).subspan(20011 * 2));
    const std::vector<double> sound = left_of(pairs);
    EXPECT_LE(largest_step(sound), 2 * 0.5 * std::sin(std::numbers::pi * hz / rate) * 1.0001) << hz;
    EXPECT_EQ(sound.back(), 0);
  }
}

TEST(Voices, FadesTakeTheirTimeAsRaisedCosines) {
  Synthesizer synthesizer({.rate = rate, .voices = 2});
  const VoiceId voice = synthesizer.start(note_of(Instrument::sine, 6000));
  std::vector<float> pairs(9600 * 2);
  synthesizer.render(pairs);
  // The sine's peaks are at samples 2, 10, 18 …; halfway through the 20 ms fade, at half level.
  EXPECT_NEAR(static_cast<double>(pairs[2 * 482]), 0.5 * 0.5, 0.005);
  EXPECT_NEAR(static_cast<double>(pairs[2 * 242]), 0.5 * 0.1464, 0.005);
  EXPECT_NEAR(static_cast<double>(pairs[2 * 962]), 0.5, 0.0001);
  synthesizer.release(voice);  // 80 ms: 3840 samples, at phase 0
  synthesizer.render(pairs);
  EXPECT_NEAR(static_cast<double>(pairs[2 * 1922]), 0.5 * 0.5, 0.005);
  EXPECT_EQ(pairs[2 * 3850], 0);
}

TEST(Voices, PanKeepsThePower) {
  for (const float pan : {0.0F, 0.25F, 0.5F, 1.0F}) {
    NoteStart note = note_of(Instrument::sine, 1000);
    note.aim.pan = pan;
    Synthesizer synthesizer({.rate = rate, .voices = 2});
    synthesizer.start(note);
    std::vector<float> pairs(2 * 9600);
    synthesizer.render(pairs);
    double left = 0, right = 0;
    for (std::size_t i = 2 * 4800; i < pairs.size(); i += 2) {
      left += static_cast<double>(pairs[i] * pairs[i]);
      right += static_cast<double>(pairs[i + 1] * pairs[i + 1]);
    }
    EXPECT_NEAR((left + right) / 4800, 0.125, 1e-5);
    const double angle = static_cast<double>(pan) * std::numbers::pi / 2;
    EXPECT_NEAR(left / 4800, 0.125 * std::cos(angle) * std::cos(angle), 1e-5);
  }
}

}  // namespace
}  // namespace overlace::test
