// SPDX-License-Identifier: Apache-2.0
// audio_spectrum: the levels of frequency bands over time.
#include "node_list.h"
#include "nodes/parts/audio_tables.h"
#include "sound/spectrum.h"

namespace overlace {
namespace {

struct Params {
  SpectrumKind kind = SpectrumKind::stft;
  int size = 2048;
  int hop = 512;
  Number fmin{32.7F};
  int bands = 0;
  int bins_per_octave = 12;
  Number gamma{0};
  SpectrumNorm norm = SpectrumNorm::db;
  Number floor{-80};
  SpectrumReference reference = SpectrumReference::clip;
  bool phase = false;

  [[nodiscard]] SpectrumSettings settings() const {
    const auto number = [](const Number& n) { return static_cast<double>(n.constant.value); };
    return {.kind = kind,
            .size = size,
            .hop = hop,
            .fmin_hz = number(fmin),
            .bands = bands,
            .bins_per_octave = bins_per_octave,
            .gamma_hz = number(gamma),
            .norm = norm,
            .floor_db = number(floor),
            .reference = reference,
            .phase = phase};
  }
};

TrackTable make(const Params& p, TrackContext& context) {
  const TrackTable& input = *context.inputs.front();
  TrackTable table = passed_on(input);
  const std::shared_ptr<const PcmAudio> sound = samples_of(&input);
  // Wrong parameters are errors even if there is no sound.
  const PcmAudio silence{.sample_rate = 48000, .start_s = 0, .channels = {{}}};
  AudioSpectrum spectrum = make_spectrum(sound ? *sound : silence, p.settings());
  if (sound == nullptr) return table;
  return audio_table({sound, std::make_shared<const AudioSpectrum>(std::move(spectrum))});
}

}  // namespace

NodeType audio_spectrum() {
  return Node<Params>("audio_spectrum", Stage::audio,
                      "Splits sound into frequency bands, for nodes that draw them.")
      .input("audio", Stage::audio, "The sound.")
      .choice<SpectrumKind>(
          "kind", &Params::kind,
          {{"stft", SpectrumKind::stft},
           {"mel", SpectrumKind::mel},
           {"cqt", SpectrumKind::cqt},
           {"vqt", SpectrumKind::vqt},
           {"nsgt", SpectrumKind::nsgt}},
          "Bands of equal width (stft), of perceptually equal steps (mel), or of musical "
          "intervals: cqt, vqt, which responds faster to low notes, and nsgt.")
      .integer("size", &Params::size, {256, 16384, Unit::count},
               "Window length of stft and mel in samples, a power of two.")
      .integer("hop", &Params::hop, {1, 1048576, Unit::count},
               "Samples from one column to the next.")
      .fixed_number("fmin", &Params::fmin, {1, 100000, Unit::hertz},
                    "Centre of the lowest band of cqt, vqt and nsgt.")
      .integer(
          "bands", &Params::bands, {0, 1024, Unit::count},
          "Number of bands, except for stft; 0 is 128 for mel and seven octaves for the others.")
      .integer("bins_per_octave", &Params::bins_per_octave, {1, 96, Unit::count},
               "Bands per octave of cqt, vqt and nsgt.")
      .fixed_number("gamma", &Params::gamma, {0, 1000, Unit::hertz},
                    "Bandwidth added to every band of vqt; 0 follows the ear.")
      .choice<SpectrumNorm>(
          "norm", &Params::norm,
          {{"db", SpectrumNorm::db}, {"peak", SpectrumNorm::peak}, {"pcen", SpectrumNorm::pcen}},
          "How levels are expressed: decibels above the floor, magnitudes, or energy relative to "
          "what sounded before (pcen).")
      .fixed_number("floor", &Params::floor, {-200, -1, Unit::decibel},
                    "The lowest level in decibels, relative to the reference.")
      .choice<SpectrumReference>(
          "reference", &Params::reference,
          {{"clip", SpectrumReference::clip}, {"full_scale", SpectrumReference::full_scale}},
          "The highest level: the clip's loudest, or a full-scale sine.")
      .boolean("phase", &Params::phase, "Keep phases, too; not for mel.")
      .makes(make);
}

}  // namespace overlace
