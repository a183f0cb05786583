// SPDX-License-Identifier: Apache-2.0
// Measures tracks against ground truth: CLEAR, IDF1 and HOTA, with the same numbers as TrackEval
// 1.3 (Luiten et al., github.com/JonathonLuiten/TrackEval).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace overlace {

/// A box of the truth and one of the tracker that overlap in one frame.
struct EvaluatedPair {
  std::uint32_t truth = 0, guess = 0;  ///< indices into the frame's lists
  double overlap = 0;                  ///< intersection over union, above 0 and at most 1
};

/// The boxes of one frame: the object of each, and which overlap. An object has one box.
struct EvaluatedFrame {
  std::vector<std::uint32_t> truth, guess;  ///< objects, numbered from 0 on each side
  std::vector<EvaluatedPair> pairs;
};

/// A clip to be evaluated.
struct EvaluatedClip {
  std::uint32_t truth_objects = 0, guess_objects = 0;
  std::vector<EvaluatedFrame> frames;
  /// Per object of the tracker: whether it is a box that was given no identity, such as one without
  /// an id. Empty if there are none.
  std::vector<bool> nameless_guess{};
};

/// A pair that counts as a hit.
struct ClearMatch {
  EvaluatedPair pair;
  bool is_switch = false;  ///< the true object's last match, however long ago, was another object
};

/// CLEAR's matches of each frame. Pairs that overlap by `min_overlap` or more may match; those
/// matched in the previous frame take precedence, then the total overlap decides (Bernardin and
/// Stiefelhagen 2008). A frame without boxes on one side does not count as a previous frame. A
/// nameless object is a hit like any other, but neither causes a switch nor is remembered.
[[nodiscard]] std::vector<std::vector<ClearMatch>> match_clear(const EvaluatedClip& clip,
                                                               double min_overlap);

/// CLEAR's counts so far. A measure whose divisor is 0 is divided by 1.
struct ClearCounts {
  double hits = 0, misses = 0, false_boxes = 0, switches = 0, overlap = 0;

  void add(const EvaluatedFrame& frame, std::span<const ClearMatch> matches);
  [[nodiscard]] double mota() const;       ///< accuracy, at most 1
  [[nodiscard]] double motp() const;       ///< mean overlap of hits, 0..1
  [[nodiscard]] double precision() const;  ///< hits per box of the tracker, 0..1
  [[nodiscard]] double recall() const;     ///< hits per box of the truth, 0..1
};

/// IDF1 of the clip, 0..1: objects of the truth are paired with the tracker's so that most boxes
/// agree (Ristani et al. 2016). If more than about 2000 objects meet, it is a lower bound.
[[nodiscard]] double idf1(const EvaluatedClip& clip, double min_overlap);

/// HOTA, its detection part and its association part, 0..1: means over the overlap thresholds 0.05,
/// 0.1 … 0.95 (Luiten et al. 2021).
struct HotaScore {
  double hota = 0, detection = 0, association = 0;
};
[[nodiscard]] HotaScore hota(const EvaluatedClip& clip);

}  // namespace overlace
