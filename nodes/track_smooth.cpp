// SPDX-License-Identifier: Apache-2.0
// track_smooth: removes jitter from tracks.
#include "graph/types/node.h"
#include "node_list.h"
#include "tracking/smooth.h"

namespace overlace {
namespace {

enum class Method : std::uint8_t { zero_phase, one_euro };

struct Params {
  Method method = Method::zero_phase;
  Number cutoff{1};
  Number speed_response{4};
  Number derivative_cutoff{1};
};

TrackTable make(const Params& p, TrackContext& context) {
  return smooth_tracks(
      *context.inputs.front(),
      {.filter = {.cutoff = p.cutoff.constant.value,
                  .speed_response = p.speed_response.constant.value,
                  .derivative_cutoff = p.derivative_cutoff.constant.value},
       .both_ways = p.method == Method::zero_phase,
       .clip = context.clip,
       .picture_height = std::max(1.0, static_cast<double>(context.clip.size.height))});
}

}  // namespace

NodeType track_smooth() {
  constexpr Range frequency{0.001, 1000, Unit::hertz};
  return Node<Params>("track_smooth", Stage::tracks,
                      "Removes jitter from boxes, rotations and key points with the One Euro "
                      "filter (Casiez et al. 2012).")
      .input("tracks", Stage::tracks, "The tracks; objects without an id stay as they are.")
      .choice<Method>("method", &Params::method,
                      {{"zero_phase", Method::zero_phase}, {"one_euro", Method::one_euro}},
                      "Filter forwards and backwards, so that nothing lags, or forwards only, as a "
                      "live system would.")
      .fixed_number("cutoff", &Params::cutoff, frequency,
                    "Cutoff frequency for objects at rest; a lower value is smoother.")
      .fixed_number("speed_response", &Params::speed_response, {0, 1000, Unit::hertz},
                    "How much the cutoff rises with speed, per picture height per second; a higher "
                    "value lags less.")
      .fixed_number("derivative_cutoff", &Params::derivative_cutoff, frequency,
                    "Cutoff for the speed itself.")
      .makes(make);
}

}  // namespace overlace
