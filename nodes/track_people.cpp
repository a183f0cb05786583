// SPDX-License-Identifier: Apache-2.0
// track_people: people who stand or walk.
#include "node_list.h"
#include "nodes/parts/shot_notes.h"
#include "nodes/parts/track_sources.h"
#include "tracking/people.h"

namespace overlace {
namespace {

struct Params {
  Number min_height{percent(14)};
  Number threshold{0.2F};
  Number max_overlap{0.4F};
  int every = 1;
};

std::unique_ptr<ClipObserver> observe(const Params& p, TrackContext& context) {
  need_pixels(context, "track_people");
  const PeopleOptions options{.min_height = share_of_height(p.min_height, context.clip),
                              .threshold = p.threshold.constant.value,
                              .max_overlap = p.max_overlap.constant.value,
                              .every = p.every};
  return reported(context, with_cuts(context, people_finder(options)),
                  [](const TrackTable& people) {
                    return fmt::format("{} boxes of people found", people.row_count());
                  });
}

}  // namespace

NodeType track_people() {
  return Node<Params>("track_people", Stage::tracks,
                      "Finds people who stand or walk with OpenCV's detector (histograms of "
                      "oriented gradients), without ids.")
      .fixed_number("min_height", &Params::min_height, {16, 1e5, Unit::px},
                    "Height of the smallest people; smaller ones cost more time.")
      .fixed_number("threshold", &Params::threshold, {-10, 10, Unit::none},
                    "Lowest distance from the detector's decision boundary; a higher value finds "
                    "fewer people and fewer false ones.")
      .fixed_number("max_overlap", &Params::max_overlap, {0, 1, Unit::ratio},
                    "Of two boxes that overlap by more (intersection over union), the one with the "
                    "higher score stays.")
      .integer(
          "every", &Params::every, {1, 1000, Unit::frames},
          "Frames from one search to the next; track_associate and track_fill bridge the rest.")
      .observes(observe);
}

}  // namespace overlace
