// SPDX-License-Identifier: Apache-2.0
// track_motion: what moves in front of a camera that stands still or turns.
#include "node_list.h"
#include "nodes/parts/shot_notes.h"
#include "nodes/parts/track_sources.h"
#include "tracking/motion.h"

namespace overlace {
namespace {

struct Params {
  Number threshold{4};
  Number min_area{0.0008F};
  Number max_area{0.5F};
  Number join{percent(2)};
  Number padding{percent(0.4F)};
};

std::unique_ptr<ClipObserver> observe(const Params& p, TrackContext& context) {
  need_pixels(context, "track_motion");
  const MotionOptions options{.threshold = p.threshold.constant.value,
                              .min_area = p.min_area.constant.value,
                              .max_area = p.max_area.constant.value,
                              .join = share_of_height(p.join, context.clip),
                              .padding = share_of_height(p.padding, context.clip)};
  const ShotSink report = [log = context.log](std::span<const Shot> shots) {
    log_shots(log, shots, "track_features follows corners there, and track_detect finds objects");
  };
  return reported(context, motion_finder(options, report), [](const TrackTable& boxes) {
    return fmt::format("{} boxes of moving objects found", boxes.row_count());
  });
}

}  // namespace

NodeType track_motion() {
  return Node<Params>(
             "track_motion", Stage::tracks,
             "Finds what moves in front of a camera that stands still or turns, without ids.")
      .fixed_number("threshold", &Params::threshold, {1, 100, Unit::none},
                    "Standard deviations from the empty scene that count as an object.")
      .fixed_number("min_area", &Params::min_area, {0, 1, Unit::ratio},
                    "Smallest box, as a share of the picture.")
      .fixed_number("max_area", &Params::max_area, {0, 1, Unit::ratio},
                    "Largest box, as a share of the picture; anything larger is a change of light.")
      .fixed_number("join", &Params::join, {0, 1e5, Unit::px},
                    "Parts of one object may lie this far apart, one above the other.")
      .fixed_number("padding", &Params::padding, {0, 1e5, Unit::px},
                    "Space added to the box on every side.")
      .observes(observe);
}

}  // namespace overlace
