// SPDX-License-Identifier: Apache-2.0
// effect_spectral: keeps the low, middle or high spatial frequencies of drawings.
#include <algorithm>

#include "graph/plan/effect_ops.h"
#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  SpectralKind kind = SpectralKind::low;
  Number wavelength = percent(1);
  Number octaves{1.0F};
  Number rolloff{0.25F};
  SpectralAxes axis = SpectralAxes::both;
};

EffectOp lower(const Params& p, const FrameTime& time) {
  return SpectralOp{.kind = p.kind,
                    .cutoff = 1 / std::max(p.wavelength.at(time).constant, least_wavelength),
                    .octaves = p.octaves.at(time).constant,
                    .rolloff = p.rolloff.at(time).constant,
                    .axis = p.axis};
}

}  // namespace

NodeType effect_spectral() {
  return Node<Params>("effect_spectral", Stage::layer,
                      "Keeps some spatial frequencies of drawings: what varies slowly, or quickly.")
      .input("layer", Stage::layer, "What is filtered; it is not part of the result.")
      .per_frame()
      .choice<SpectralKind>(
          "kind", &Params::kind,
          {{"low", SpectralKind::low}, {"high", SpectralKind::high}, {"band", SpectralKind::band}},
          "Keep longer waves, shorter ones, or a band around the wavelength.")
      .number("wavelength", &Params::wavelength, {least_wavelength, 1e4, Unit::px},
              "Wavelength that is halved, or that is the centre of the band; 10 px is 0.1 cycles "
              "per pixel.")
      .number("octaves", &Params::octaves, {0.01, 12}, "Width of the band.")
      .number("rolloff", &Params::rolloff, {0, 8},
              "Octaves from what passes to what does not; 0 is hard, and rings.")
      .choice<SpectralAxes>(
          "axis", &Params::axis,
          {{"both", SpectralAxes::both}, {"x", SpectralAxes::x}, {"y", SpectralAxes::y}},
          "Waves in any direction, or variation along one axis.")
      .shown_with(R"({"wavelength": 10})")
      .shown_with("octaves", R"({"kind": "band", "wavelength": 10})")
      .lowers<EffectOp>(lower);
}

}  // namespace overlace
