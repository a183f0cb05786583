// SPDX-License-Identifier: Apache-2.0
// Spectra of whole sounds: shapes, levels, limits and unusual input.
#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/core/error.h"
#include "sound/spectrum.h"
#include "tests/sound/golden.h"

namespace overlace {
namespace {

constexpr SpectrumKind all_kinds[] = {SpectrumKind::stft, SpectrumKind::mel, SpectrumKind::cqt,
                                      SpectrumKind::vqt, SpectrumKind::nsgt};

SpectrumSettings settings_of(SpectrumKind kind) {
  SpectrumSettings settings;
  settings.kind = kind;
  settings.phase = kind != SpectrumKind::mel;
  return settings;
}

std::uint16_t highest(const AudioSpectrum& spectrum) {
  return spectrum.levels.empty()
             ? 0
             : *std::max_element(spectrum.levels.begin(), spectrum.levels.end());
}

/// The error thrown for a spectrum of a second of noise.
Error error_of(SpectrumSettings settings) {
  try {
    (void)make_spectrum(sound_of(bursts()), settings);
  } catch (const Error& error) {
    return error;
  }
  return {ErrorCode::internal, "nothing was thrown"};
}

TEST(Spectrum, HasTheShapeAndTimesOfItsSettings) {
  PcmAudio sound = sound_of(std::vector<float>(44100, 0.25F), 44100);
  sound.start_s = -0.5;
  const AudioSpectrum stft = make_spectrum(sound, settings_of(SpectrumKind::stft));
  EXPECT_EQ(stft.columns, 87U);
  EXPECT_EQ(stft.bands(), 1025U);
  EXPECT_EQ(stft.levels.size(), 87U * 1025U);
  EXPECT_EQ(stft.phases.size(), 87U * 1025U);
  EXPECT_EQ(stft.start_s, -0.5);
  EXPECT_EQ(stft.column_s, 512 / 44100.0);
  EXPECT_EQ(make_spectrum(sound, settings_of(SpectrumKind::mel)).bands(), 128U);
  for (const SpectrumKind kind : {SpectrumKind::cqt, SpectrumKind::vqt, SpectrumKind::nsgt}) {
    const AudioSpectrum spectrum = make_spectrum(sound, settings_of(kind));
    EXPECT_EQ(spectrum.bands(), 84U);
    EXPECT_NEAR(spectrum.band_hz[12], 65.40, 1e-9);
  }
}

TEST(Spectrum, AToneOfFullScaleIsAtTheReference) {
  std::vector<float> tone(48000);
  for (std::size_t t = 0; t < tone.size(); ++t)
    tone[t] = static_cast<float>(std::sin(2 * M_PI * 750 * static_cast<double>(t) / 48000));
  SpectrumSettings settings;
  settings.reference = SpectrumReference::full_scale;
  const AudioSpectrum full = make_spectrum(sound_of(tone, 48000), settings);
  // 750 Hz is bin 32 of 2048 at 48 kHz.
  EXPECT_GE(full.levels[40 * 1025 + 32], 65534);
  for (float& sample : tone) sample /= 10;
  const AudioSpectrum less = make_spectrum(sound_of(tone, 48000), settings);
  EXPECT_NEAR(less.levels[40 * 1025 + 32], 65535 * (60.0 / 80), 2);  // 20 of 80 dB less
  settings.norm = SpectrumNorm::peak;
  const AudioSpectrum tenth = make_spectrum(sound_of(tone, 48000), settings);
  EXPECT_NEAR(tenth.levels[40 * 1025 + 32], 6553.5, 2);
}

TEST(Spectrum, AClickIsLoudestInItsColumn) {
  std::vector<float> samples(44100);
  samples[50 * 512] = 1;
  for (const SpectrumKind kind : {SpectrumKind::stft, SpectrumKind::mel, SpectrumKind::cqt}) {
    const AudioSpectrum spectrum = make_spectrum(sound_of(samples, 44100), settings_of(kind));
    std::vector<std::uint32_t> sums(spectrum.columns);
    for (std::size_t column = 0; column < sums.size(); ++column)
      for (std::size_t band = 0; band < spectrum.bands(); ++band)
        sums[column] += spectrum.levels[column * spectrum.bands() + band];
    EXPECT_EQ(std::max_element(sums.begin(), sums.end()) - sums.begin(), 50);
  }
}

TEST(Spectrum, SilenceIsTheFloor) {
  for (const SpectrumKind kind : all_kinds)
    for (const SpectrumNorm norm : {SpectrumNorm::db, SpectrumNorm::peak, SpectrumNorm::pcen})
      for (const auto reference : {SpectrumReference::clip, SpectrumReference::full_scale}) {
        SpectrumSettings settings = settings_of(kind);
        settings.norm = norm;
        settings.reference = reference;
        EXPECT_EQ(highest(make_spectrum(sound_of(std::vector<float>(30'000)), settings)), 0);
      }
}

TEST(Spectrum, ShortSoundsAndLongHopsHaveTheirColumns) {
  for (const SpectrumKind kind : all_kinds)
    for (const std::size_t samples : {0U, 1U, 2U, 700U})
      for (const int hop : {1, 512, 1 << 20}) {
        SpectrumSettings settings = settings_of(kind);
        settings.hop = hop;
        const AudioSpectrum spectrum =
            make_spectrum(sound_of(std::vector<float>(samples, 0.5F)), settings);
        EXPECT_EQ(spectrum.columns, samples == 0 ? 0 : 1 + samples / static_cast<unsigned>(hop));
        EXPECT_EQ(spectrum.levels.size(), spectrum.columns * spectrum.bands());
        EXPECT_EQ(highest(spectrum), samples == 0 ? 0 : 65535);
      }
}

TEST(Spectrum, SamplesThatAreNoNumbersAreSilence) {
  std::vector<float> holes = bursts(), zeros = bursts();
  holes[17] = std::numeric_limits<float>::quiet_NaN();
  holes[4000] = std::numeric_limits<float>::infinity();
  zeros[17] = zeros[4000] = 0;
  for (const SpectrumKind kind : all_kinds)
    EXPECT_EQ(make_spectrum(sound_of(holes), settings_of(kind)).levels,
              make_spectrum(sound_of(zeros), settings_of(kind)).levels);
}

TEST(Spectrum, IsTheMeanOfItsChannels) {
  PcmAudio both = sound_of(bursts());
  both.channels.push_back(both.channels.front());
  EXPECT_EQ(make_spectrum(both, {}).levels, make_spectrum(sound_of(bursts()), {}).levels);
  for (float& sample : both.channels[1]) sample = -sample;
  EXPECT_EQ(highest(make_spectrum(both, {})), 0);
}

TEST(Spectrum, HasTheSameBytesWhateverTheThreads) {
  const tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
  std::vector<float> samples;
  for (int i = 0; i < 50; ++i)
    for (const float sample : bursts()) samples.push_back(sample);
  for (const SpectrumKind kind : all_kinds) {
    SpectrumSettings settings = settings_of(kind);
    settings.fmin_hz = 110;
    AudioSpectrum alone, shared;
    tbb::task_arena(1).execute([&] { alone = make_spectrum(sound_of(samples), settings); });
    tbb::task_arena(4).execute([&] { shared = make_spectrum(sound_of(samples), settings); });
    EXPECT_EQ(alone.levels, shared.levels);
    EXPECT_EQ(alone.phases, shared.phases);
  }
}

TEST(Spectrum, RefusesSettingsOutOfRange) {
  const auto refused = [](auto change) {
    SpectrumSettings settings = settings_of(SpectrumKind::stft);
    change(settings);
    return error_of(settings).code() == ErrorCode::usage;
  };
  EXPECT_TRUE(refused([](auto& s) { s.size = 1000; }));
  EXPECT_TRUE(refused([](auto& s) { s.size = 128; }));
  EXPECT_TRUE(refused([](auto& s) { s.hop = 0; }));
  EXPECT_TRUE(refused([](auto& s) { s.floor_db = 0; }));
  EXPECT_TRUE(refused([](auto& s) { s.floor_db = std::nan(""); }));
  EXPECT_TRUE(refused([](auto& s) { s.kind = SpectrumKind::mel; }));  // has no phases
  EXPECT_TRUE(refused([](auto& s) { s.kind = SpectrumKind::cqt, s.fmin_hz = 0; }));
  EXPECT_TRUE(refused([](auto& s) { s.kind = SpectrumKind::cqt, s.bins_per_octave = 0; }));
  EXPECT_TRUE(refused([](auto& s) { s.kind = SpectrumKind::nsgt, s.fmin_hz = 4000; }));
  EXPECT_TRUE(refused([](auto& s) { s.kind = SpectrumKind::cqt, s.bands = 85; }));  // 4185 Hz
}

TEST(Spectrum, NamesTheHopThatFits) {
  SpectrumSettings settings;
  settings.size = 1 << 14;
  settings.hop = 1;
  PcmAudio sound = sound_of(std::vector<float>(1'000'000), 48000);
  try {
    (void)make_spectrum(sound, settings);
    FAIL() << "16 GB were not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::limit);
    // 512 MiB hold 32764 columns of 8193 bands; a hop of 31 gives 1 + 1000000 / 31 = 32259.
    EXPECT_NE(error.problems()[0].hint.find("a hop of 31 "), std::string::npos)
        << error.problems()[0].hint;
  }
}

}  // namespace
}  // namespace overlace
