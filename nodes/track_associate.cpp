// SPDX-License-Identifier: Apache-2.0
// track_associate: gives ids to detections that have none.
#include "node_list.h"
#include "nodes/track_sources.h"

namespace overlace {
namespace {

struct Params {
  Number min_score{0.1F};
  Number high_score{0.5F};
  Number min_overlap{0.2F};
  int max_gap = 25;
  int min_hits = 3;
  bool per_class = true;
  bool keep_untracked = false;
};

TrackTable make(const Params& p, TrackContext& context) {
  const AssociateOptions options{.min_score = p.min_score.constant.value,
                                 .high_score = p.high_score.constant.value,
                                 .min_overlap = p.min_overlap.constant.value,
                                 .max_gap = p.max_gap,
                                 .min_hits = p.min_hits,
                                 .per_class = p.per_class,
                                 .keep_untracked = p.keep_untracked};
  return with_ids(context, *context.inputs.front(), options);
}

}  // namespace

NodeType track_associate() {
  constexpr Range ratio{0, 1, Unit::ratio};
  return Node<Params>("track_associate", Stage::tracks,
                      "Joins detections from frame to frame, so that each thing has one id.")
      .input("detections", Stage::tracks, "The detections; ids they may have are replaced.")
      .fixed_number("min_score", &Params::min_score, ratio, "Detections below are not used.")
      .fixed_number("high_score", &Params::high_score, ratio,
                    "Detections from here on are joined first and may begin a track.")
      .fixed_number("min_overlap", &Params::min_overlap, ratio,
                    "Least overlap (intersection over union) with where a track is expected.")
      .integer("max_gap", &Params::max_gap, {0, 10000, Unit::frames},
               "Frames a thing may be unseen and keep its id.")
      .integer("min_hits", &Params::min_hits, {1, 10000, Unit::count},
               "Detections that make a track.")
      .boolean("per_class", &Params::per_class, "A track keeps its class.")
      .boolean("keep_untracked", &Params::keep_untracked,
               "Keep detections that belong to no track, without an id.")
      .makes(make);
}

}  // namespace overlace
