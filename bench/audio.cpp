// SPDX-License-Identifier: Apache-2.0
// Sound that is made in memory and analysed.
#include "bench/audio.h"

#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "bench/rows.h"
#include "bench/streams.h"
#include "bench/timer.h"
#include "sound/levels.h"
#include "sound/onsets.h"
#include "sound/spectrum.h"

namespace overlace {
namespace {

constexpr double tone_hz = 1000, tone_peak_db = -23;
constexpr double noise_below_db = 40;

PcmAudio make_sound(int rate, double seconds, std::size_t channels, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const double peak = std::pow(10, tone_peak_db / 20);
  const double noise = peak * std::pow(10, -noise_below_db / 20);
  std::vector<float> samples(static_cast<std::size_t>(seconds * rate));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double turn = tone_hz * static_cast<double>(i) / rate;
    samples[i] =
        static_cast<float>(peak * std::sin(2 * std::numbers::pi * turn) + noise * uniform(random));
  }
  PcmAudio sound;
  sound.sample_rate = rate;
  sound.channels.assign(channels, samples);
  return sound;
}

/// Whether the band nearest to the tone is the loudest in the middle of the sound.
bool has_tone(const AudioSpectrum& spectrum) {
  const auto column = spectrum.levels.begin() +
                      static_cast<std::ptrdiff_t>(spectrum.columns / 2 * spectrum.bands());
  const auto loudest = std::max_element(column, column + spectrum.bands()) - column;
  const auto nearer = [](double a, double b) {
    return std::abs(a - tone_hz) < std::abs(b - tone_hz);
  };
  const auto nearest = std::min_element(spectrum.band_hz.begin(), spectrum.band_hz.end(), nearer) -
                       spectrum.band_hz.begin();
  return std::abs(loudest - nearest) <= 1;
}

/// Something to time; `run` returns whether its result was right.
struct Subject {
  std::string name;
  std::function<bool()> run;
  double target = 0;  ///< at most ms, or at least times real time; 0: none
};

struct Times {
  std::vector<double> ms;
  bool right = true;
};

Times time_of(const Subject& subject, int rounds) {
  Times times;
  for (int round = 0; round < rounds; ++round)
    times.ms.push_back(thread_milliseconds([&] { times.right = subject.run() && times.right; }));
  return times;
}

/// Kinds of spectra of two seconds of sound, in decibels.
std::vector<Subject> spectra(const PcmAudio& sound) {
  const auto spectrum = [&sound](SpectrumKind kind) {
    return [&sound, kind] {
      SpectrumSettings settings;
      settings.kind = kind;
      return has_tone(make_spectrum(sound, settings));
    };
  };
  return {{"stft", spectrum(SpectrumKind::stft), 5},
          {"mel", spectrum(SpectrumKind::mel), 5},
          {"cqt", spectrum(SpectrumKind::cqt), 30},
          {"vqt", spectrum(SpectrumKind::vqt), 30},
          {"nsgt", spectrum(SpectrumKind::nsgt), 30}};
}

bool has_level(const PcmAudio& sound) {
  return std::abs(measure_levels(sound).whole_lufs - tone_peak_db) < 0.1;
}

/// With twice the usual hop, a table of an hour fits.
bool has_long_tone(const PcmAudio& sound) {
  SpectrumSettings settings;
  settings.hop = 1024;
  return has_tone(make_spectrum(sound, settings));
}

/// The measurements of long sounds. An hour in 20 s is 180 times real time.
std::vector<Subject> measures(const PcmAudio& sound) {
  return {{"levels", [&sound] { return has_level(sound); }},
          {"onsets", [&sound] { return find_onsets(sound).rows() > 0; }},
          {"levels + stft", [&sound] { return has_level(sound) && has_long_tone(sound); }, 180}};
}

BenchRow spectrum_row(const Subject& subject, const Times& times) {
  const double ms = median(times.ms);
  return {subject.name,
          milliseconds_text(times.ms),
          fmt::format("<= {} ms", subject.target),
          times.right ? at_most(ms, subject.target) : RowStatus::failed,
          {{"ms", ms}, {"correct", times.right}}};
}

BenchRow measure_row(const Subject& subject, const Times& times, double seconds) {
  const double speed = seconds * 1000 / median(times.ms);
  const std::string target =
      subject.target > 0 ? fmt::format(">= {} x", subject.target) : std::string();
  return {subject.name,
          fmt::format("{} x real time: an hour in {} s", digits(speed), digits(3600 / speed)),
          target,
          times.right ? at_least(speed, subject.target) : RowStatus::failed,
          {{"times_real_time", speed}, {"correct", times.right}}};
}

}  // namespace

int run_bench_audio(const BenchAudioOptions& options) {
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  bool correct = true;
  const auto print = [&](const BenchRow& row) {
    print_row(row, options.json);
    correct = correct && row.status != RowStatus::failed;
  };
  const PcmAudio brief = make_sound(44100, 2, 1, options.seed);
  for (const Subject& subject : spectra(brief))
    print(spectrum_row(subject, time_of(subject, options.rounds)));
  const double seconds = 60.0 * options.minutes;
  const PcmAudio stereo = make_sound(48000, seconds, 2, options.seed);
  for (const Subject& subject : measures(stereo))
    print(measure_row(subject, time_of(subject, 1), seconds));
  const PcmAudio stream = make_sound(48000, 10, 2, options.seed);
  print(streams_row("levels + stft", options.rounds,
                    [&stream] { return has_level(stream) && has_long_tone(stream); }));
  return correct ? 0 : 1;
}

}  // namespace overlace
