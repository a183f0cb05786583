// SPDX-License-Identifier: Apache-2.0
// Gives identities to detections: the same id for the same object from frame to frame.
#pragma once

#include <cstdint>

#include "graph/data/tracks.h"

namespace overlace {

/// How strictly detections are joined; in brackets what ByteTrack calls it. Scores without a value
/// count as 1; where scores are no probabilities (any outside 0..1) all detections are taken as
/// sure.
struct AssociateOptions {
  float min_score = 0.1F;    ///< detections below are not used at all (track_low_thresh)
  float high_score = 0.6F;   ///< from here on a detection is sure, and joined first (track_thresh)
  float new_score = 0.7F;    ///< from here on a sure one may begin a track (new_track_thresh)
  double new_share = 0.75;   ///< share of the sure ones, those of highest score, that may begin a
                             ///< track; a score of 0.9 may in any case
  double min_overlap = 0.2;  ///< least intersection over union of a prediction and a sure
                             ///< detection (1 - match_thresh)
  double low_overlap = 0.5;  ///< the same for an unsure detection
  bool fuse_score = false;   ///< overlaps with sure detections are multiplied by their scores
  int max_gap = 25;          ///< frames a track may be unseen (track_buffer)
  int min_hits = 3;          ///< detections that make a track, in frames one after another
  bool per_class = true;     ///< a track keeps its class; unknown classes match any
  double appearance = 0.5;   ///< weight of similarity against overlap, where there are embeddings
  double min_similarity = 0.5;  ///< least cosine of embeddings for a lost track to be found again
  bool keep_untracked = false;  ///< keep detections that belong to no track, without an id
};

/// What an association took, in numbers that are the same on every machine.
struct AssociateWork {
  std::uint64_t looks = 0;  ///< boxes held against a track or a detection
  std::uint64_t pairs = 0;  ///< of a track and a detection that were matched against others
};

/// Joins detections in the manner of SORT (Bewley et al. 2016) and ByteTrack (Zhang et al. 2022): a
/// Kalman filter of steady motion for each track, optimal matching by overlap, first of sure and
/// then of unsure detections; then of what is left with boxes grown as in C-BIoU (Yang et al.
/// 2023). Where detections have embeddings, similarity to a track's running mean joins the overlap,
/// and last finds lost tracks where motion makes them possible (gate of DeepSORT, Wojke et al.
/// 2017). Ids count from 1 in order of first appearance; a track has its id from its first frame.
/// Gaps stay gaps. Older ids are ignored. The result is a function of the table alone. Work and
/// memory of a frame are linear in its boxes also where these lie in a heap: a track looks at the
/// LeftEdges::most_seen nearest and competes for the 32 best. Adds to `work` where that is given.
[[nodiscard]] TrackTable associate(const TrackTable& detections, const AssociateOptions& options,
                                   AssociateWork* work = nullptr);

}  // namespace overlace
