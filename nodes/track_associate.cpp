// SPDX-License-Identifier: Apache-2.0
// track_associate: gives ids to detections that have none.
#include "node_list.h"
#include "nodes/parts/track_sources.h"

namespace overlace {
namespace {

struct Params {
  Number min_score{0.1F};
  Number high_score{0.6F};
  Number new_score{0.7F};
  Number new_share{0.75F};
  Number min_overlap{0.2F};
  Number low_overlap{0.5F};
  bool fuse_score = false;
  int max_gap = 25;
  int min_hits = 3;
  bool per_class = true;
  Number appearance{0.5F};
  Number min_similarity{0.5F};
  bool keep_untracked = false;
};

TrackTable make(const Params& p, TrackContext& context) {
  const AssociateOptions options{.min_score = p.min_score.constant.value,
                                 .high_score = p.high_score.constant.value,
                                 .new_score = p.new_score.constant.value,
                                 .new_share = p.new_share.constant.value,
                                 .min_overlap = p.min_overlap.constant.value,
                                 .low_overlap = p.low_overlap.constant.value,
                                 .fuse_score = p.fuse_score,
                                 .max_gap = p.max_gap,
                                 .min_hits = p.min_hits,
                                 .per_class = p.per_class,
                                 .appearance = p.appearance.constant.value,
                                 .min_similarity = p.min_similarity.constant.value,
                                 .keep_untracked = p.keep_untracked};
  return with_ids(context.log, *context.inputs.front(), options);
}

}  // namespace

NodeType track_associate() {
  constexpr Range ratio{0, 1, Unit::ratio};
  return Node<Params>("track_associate", Stage::tracks,
                      "Joins detections from frame to frame, so that each object has one id.")
      .input("detections", Stage::tracks, "The detections; any ids are replaced.")
      .fixed_number("min_score", &Params::min_score, ratio,
                    "Detections with a lower score are not used (ByteTrack: track_low_thresh).")
      .fixed_number("high_score", &Params::high_score, ratio,
                    "Detections with at least this score are joined first, the others after them "
                    "(ByteTrack: track_thresh).")
      .fixed_number(
          "new_score", &Params::new_score, ratio,
          "Detections with at least this score may begin a track (ByteTrack: new_track_thresh).")
      .fixed_number("new_share", &Params::new_share, ratio,
                    "Share of the high-score detections, those with the highest scores, that may "
                    "begin a track; a score of 0.9 may in any case.")
      .fixed_number("min_overlap", &Params::min_overlap, ratio,
                    "Smallest overlap (intersection over union) of a high-score detection with the "
                    "predicted box of a track (ByteTrack: 1 - match_thresh). Those left over are "
                    "matched again with larger boxes, at an overlap of 0.15 or more.")
      .fixed_number("low_overlap", &Params::low_overlap, ratio,
                    "The same for detections below high_score.")
      .boolean("fuse_score", &Params::fuse_score,
               "Multiply the overlap with a high-score detection by its score.")
      .integer("max_gap", &Params::max_gap, {0, 10000, Unit::frames},
               "Frames for which an unseen object keeps its id (ByteTrack: track_buffer).")
      .integer("min_hits", &Params::min_hits, {1, 10000, Unit::count},
               "Detections in consecutive frames that confirm a track.")
      .boolean("per_class", &Params::per_class, "A track keeps its class.")
      .fixed_number("appearance", &Params::appearance, ratio,
                    "Weight of similarity against overlap, for detections with embeddings; 0 "
                    "ignores embeddings.")
      .fixed_number("min_similarity", &Params::min_similarity, ratio,
                    "Lowest cosine of embeddings at which a lost object is recognised.")
      .boolean("keep_untracked", &Params::keep_untracked,
               "Keep detections that belong to no track, without an id.")
      .makes(make);
}

}  // namespace overlace
