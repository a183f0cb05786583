// SPDX-License-Identifier: Apache-2.0
#include "sound/spectrum.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <memory>

#include "graph/core/error.h"
#include "sound/analysis_samples.h"
#include "sound/constant_q.h"
#include "sound/level_codes.h"
#include "sound/mel.h"
#include "sound/nsgt_bands.h"
#include "sound/pcen.h"

namespace overlace {
namespace {

bool in_octaves(SpectrumKind kind) {
  return kind == SpectrumKind::cqt || kind == SpectrumKind::vqt || kind == SpectrumKind::nsgt;
}

void check_range(const char* what, double value, double least, double most) {
  if (!(value >= least && value <= most))
    throw Error(ErrorCode::usage, fmt::format("{} is {:g}", what, value),
                fmt::format("use {:g} to {:g}", least, most));
}

void check_octaves(const SpectrumSettings& settings) {
  check_range("fmin", settings.fmin_hz, 1, 1e6);
  check_range("bands", settings.bands, 0, 1024);
  check_range("bins per octave", settings.bins_per_octave, 1, 96);
  if (settings.kind == SpectrumKind::vqt) check_range("gamma", settings.gamma_hz, 0, 1000);
}

void check(const PcmAudio& sound, const SpectrumSettings& settings) {
  check_range("the sample rate", sound.sample_rate, 1, 1e7);
  check_range("hop", settings.hop, 1, 1 << 20);
  if (settings.norm == SpectrumNorm::db) check_range("the floor", settings.floor_db, -200, -1);
  if (in_octaves(settings.kind)) return check_octaves(settings);
  check_range("size", settings.size, 1 << 8, 1 << 14);
  if (!std::has_single_bit(static_cast<unsigned>(settings.size)))
    throw Error(ErrorCode::usage, fmt::format("size is {}, not a power of two", settings.size),
                fmt::format("use {}", std::bit_ceil(static_cast<unsigned>(settings.size))));
  if (settings.kind != SpectrumKind::mel) return;
  check_range("bands", settings.bands, 0, 512);
  if (settings.phase)
    throw Error(ErrorCode::usage, "mel bands have no phases: each is a sum of magnitudes",
                "ask for no phases, or for stft");
}

/// Number of octave bands that fit below half the sample rate. Throws Error(usage) if the requested
/// ones do not.
std::size_t octave_band_count(double sample_rate, const SpectrumSettings& settings) {
  const int wanted = settings.bands > 0 ? settings.bands : 7 * settings.bins_per_octave;
  std::size_t fit = 0;
  for (const double hz :
       octave_bands(settings.fmin_hz, settings.bins_per_octave, static_cast<std::size_t>(wanted)))
    fit += hz < sample_rate / 2 ? 1 : 0;
  if (fit == 0 || static_cast<int>(fit) < settings.bands)
    throw Error(ErrorCode::usage,
                fmt::format("{} bands from {:.4g} Hz reach {:.6g} Hz, half the sample rate", wanted,
                            settings.fmin_hz, sample_rate / 2),
                fit == 0 ? "lower fmin" : fmt::format("take {} bands at most, or lower fmin", fit));
  return fit;
}

/// Throws Error(limit) if a table would be too large.
void check_memory(std::size_t samples, std::size_t bands, const SpectrumSettings& settings) {
  const std::size_t column_bytes = bands * sizeof(std::uint16_t) * (settings.phase ? 2 : 1);
  const std::size_t most_columns = most_spectrum_bytes / column_bytes;
  const std::size_t columns = column_count(samples, static_cast<std::size_t>(settings.hop));
  if (columns > most_columns)
    throw Error(
        ErrorCode::limit,
        fmt::format("a spectrum of {} columns of {} bands takes {} MiB, at most {}", columns, bands,
                    columns * column_bytes >> 20U, most_spectrum_bytes >> 20U),
        fmt::format("use a hop of {} samples or more", samples / most_columns + 1));
}

std::unique_ptr<BandAnalysis> make_analysis(double rate, std::size_t samples,
                                            const SpectrumSettings& settings) {
  const auto size = static_cast<std::size_t>(settings.size);
  const auto hop = static_cast<std::size_t>(settings.hop);
  if (settings.kind == SpectrumKind::stft) {
    check_memory(samples, size / 2 + 1, settings);
    return std::make_unique<StftBands>(rate, size, hop);
  }
  if (settings.kind == SpectrumKind::mel) {
    const std::size_t bands = settings.bands > 0 ? static_cast<std::size_t>(settings.bands) : 128;
    const MelSum sum = settings.norm == SpectrumNorm::pcen ? MelSum::magnitude : MelSum::energy;
    check_memory(samples, bands, settings);
    return std::make_unique<MelBands>(rate, size, hop, bands, sum);
  }
  const std::size_t bands = octave_band_count(rate, settings);
  check_memory(samples, bands, settings);
  if (settings.kind == SpectrumKind::nsgt)
    return std::make_unique<NsgtBands>(rate, hop, settings.fmin_hz, settings.bins_per_octave,
                                       bands);
  ConstantQSettings constant{settings.fmin_hz, settings.bins_per_octave, bands, 0};
  if (settings.kind == SpectrumKind::vqt)
    constant.gamma_hz =
        settings.gamma_hz > 0 ? settings.gamma_hz : ear_gamma_hz(settings.bins_per_octave);
  return std::make_unique<ConstantQ>(rate, hop, constant);
}

std::vector<std::uint16_t> levels_of(const ColumnTable& table, const BandAnalysis& analysis,
                                     double columns_per_s, const SpectrumSettings& settings) {
  if (settings.norm == SpectrumNorm::pcen) return value_codes(pcen_of(table, columns_per_s));
  const float reference = settings.reference == SpectrumReference::clip
                              ? greatest_energy(table)
                              : static_cast<float>(analysis.full_scale_energy());
  return settings.norm == SpectrumNorm::db
             ? decibel_codes(table.energy, reference, settings.floor_db)
             : magnitude_codes(table.energy, reference);
}

}  // namespace

AudioSpectrum make_spectrum(const PcmAudio& sound, const SpectrumSettings& settings) {
  check(sound, settings);
  const std::vector<float> samples = mono_of(sound);
  const std::unique_ptr<BandAnalysis> analysis =
      make_analysis(sound.sample_rate, samples.size(), settings);
  ColumnTable table =
      make_columns(*analysis, samples, static_cast<std::size_t>(settings.hop), settings.phase);
  AudioSpectrum spectrum;
  spectrum.column_s = static_cast<double>(settings.hop) / sound.sample_rate;
  spectrum.start_s = sound.start_s;
  spectrum.columns = table.columns;
  spectrum.band_hz = analysis->band_hz();
  spectrum.levels = levels_of(table, *analysis, 1 / spectrum.column_s, settings);
  spectrum.phases = std::move(table.phases);
  return spectrum;
}

}  // namespace overlace
