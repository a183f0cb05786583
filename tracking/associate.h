// SPDX-License-Identifier: Apache-2.0
// Gives identities to detections: the same id for the same thing from frame to frame.
#pragma once

#include "graph/data/tracks.h"

namespace overlace {

/// How strictly detections are joined. Scores without a value count as 1; where scores are no
/// probabilities (any outside 0..1) all detections are taken as sure.
struct AssociateOptions {
  float min_score = 0.1F;       ///< detections below are not used at all
  float high_score = 0.5F;      ///< detections from here on are joined first and may begin a track
  double min_overlap = 0.2;     ///< least intersection over union of a prediction and a detection
  int max_gap = 25;             ///< frames a track may be unseen
  int min_hits = 3;             ///< detections that make a track
  bool per_class = true;        ///< a track keeps its class; unknown classes match any
  bool keep_untracked = false;  ///< keep detections that belong to no track, without an id
};

/// Joins detections in the manner of SORT (Bewley et al. 2016) and ByteTrack (Zhang et al. 2022): a
/// Kalman filter per track, optimal matching by overlap, first of sure and then of unsure
/// detections, last of what is left with boxes grown as in C-BIoU (Yang et al. 2023). Ids count
/// from 1 in order of first appearance; a track has its id from its first frame. Gaps stay gaps.
/// Older ids are ignored. The result is a function of the table alone.
[[nodiscard]] TrackTable associate(const TrackTable& detections, const AssociateOptions& options);

}  // namespace overlace
