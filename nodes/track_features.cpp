// SPDX-License-Identifier: Apache-2.0
// track_features: corners of the picture, followed as they move.
#include "node_list.h"
#include "nodes/parts/shot_notes.h"
#include "nodes/parts/track_sources.h"
#include "tracking/features.h"

namespace overlace {
namespace {

struct Params {
  int max_count = 150;
  Number quality{0.01F};
  Number min_distance{percent(3)};
  Number window{percent(4)};
  Number max_error{percent(0.2F)};
  int refresh = 10;
  int min_length = 8;
  Number min_travel{0};
  Number size{percent(1.2F)};
};

std::unique_ptr<ClipObserver> observe(const Params& p, TrackContext& context) {
  need_pixels(context, "track_features");
  const auto share = [&](const Number& length) { return share_of_height(length, context.clip); };
  const FeatureOptions options{.max_count = p.max_count,
                               .quality = p.quality.constant.value,
                               .min_distance = share(p.min_distance),
                               .window = share(p.window),
                               .max_error = share(p.max_error),
                               .refresh = p.refresh,
                               .min_length = p.min_length,
                               .min_travel = share(p.min_travel),
                               .size = share(p.size)};
  return reported(
      context, with_cuts(context, feature_finder(options)), [](const TrackTable& points) {
        return fmt::format("{} points in {} frames followed: {} tracks", points.row_count(),
                           points.frame_count(),
                           points.row_count() == 0 ? 0 : *std::ranges::max_element(points.id));
      });
}

}  // namespace

NodeType track_features() {
  constexpr Range length{0, 1e5, Unit::px};
  return Node<Params>("track_features", Stage::tracks,
                      "Tracks corners of the picture (Shi-Tomasi corners, Lucas-Kanade optical "
                      "flow), on any clip that moves.")
      .integer("max_count", &Params::max_count, {1, 10000, Unit::count},
               "Number of points in a frame.")
      .fixed_number("quality", &Params::quality, {1e-6, 1, Unit::ratio},
                    "Lowest strength of a corner, as a share of the frame's strongest.")
      .fixed_number("min_distance", &Params::min_distance, length,
                    "Smallest distance between new points.")
      .fixed_number("window", &Params::window, length,
                    "Side of the square around a point that is compared from frame to frame.")
      .fixed_number("max_error", &Params::max_error, length,
                    "A point is dropped if tracking it to the next frame and back misses its start "
                    "by more than this.")
      .integer("refresh", &Params::refresh, {1, 100000, Unit::frames},
               "Frames after which lost points are replaced.")
      .integer("min_length", &Params::min_length, {1, 100000, Unit::frames},
               "Points that are tracked for fewer frames are left out.")
      .fixed_number("min_travel", &Params::min_travel, length,
                    "Points that never move this far from their first position are left out.")
      .fixed_number("size", &Params::size, length, "Side of the box around a point.")
      .observes(observe);
}

}  // namespace overlace
