// SPDX-License-Identifier: Apache-2.0
// track_merge: merges several tracks into one.
#include "graph/types/node.h"
#include "node_list.h"
#include "nodes/parts/track_sources.h"
#include "tracking/merge.h"

namespace overlace {
namespace {

struct Params {
  MergeIds ids = MergeIds::apart;
  Number max_overlap{1};
};

TrackTable make(const Params& p, TrackContext& context) {
  return merge_tracks(context.inputs, {p.ids, p.max_overlap.constant.value},
                      [&](const std::string& text) { log(context, text); });
}

}  // namespace

NodeType track_merge() {
  return Node<Params>("track_merge", Stage::tracks,
                      "Joins several tracks; classes, skeletons and attributes of the same name "
                      "become one.")
      .inputs("tracks", Stage::tracks, "The tracks to join; the first ones come first in a frame.")
      .choice<MergeIds>("ids", &Params::ids,
                        {{"apart", MergeIds::apart}, {"joined", MergeIds::joined}},
                        "Whether equal ids of different inputs mean different objects (later ones "
                        "get new ids), or the same.")
      .fixed_number("max_overlap", &Params::max_overlap, {0, 1, Unit::ratio},
                    "Boxes that overlap one of an earlier input by more than this (intersection "
                    "over union) are left out.")
      .makes(make);
}

}  // namespace overlace
