// SPDX-License-Identifier: Apache-2.0
// Gives identities to detections: the same object has the same id in every frame.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "graph/data/tracks.h"

namespace overlace {

/// How strictly detections are joined; ByteTrack's names are in brackets. Missing scores count as
/// 1; if scores are not probabilities (any outside 0..1), all detections count as sure.
struct AssociateOptions {
  float min_score = 0.1F;    ///< detections below this are ignored (track_low_thresh)
  float high_score = 0.6F;   ///< from here on a detection is sure, and joined first (track_thresh)
  float new_score = 0.7F;    ///< from here on a sure one may start a track (new_track_thresh)
  double new_share = 0.75;   ///< share of the sure ones, those of highest score, that may start a
                             ///< track; a score of 0.9 always may
  double min_overlap = 0.2;  ///< minimum intersection over union of a prediction and a sure
                             ///< detection (1 - match_thresh)
  double low_overlap = 0.5;  ///< the same for an unsure detection
  bool fuse_score = false;   ///< multiply overlaps with sure detections by their scores
  int max_gap = 25;          ///< frames in which a track may be unseen (track_buffer)
  int min_hits = 3;          ///< detections in consecutive frames that make a track
  bool per_class = true;     ///< a track keeps its class; unknown classes match any
  double appearance = 0.5;   ///< weight of similarity against overlap, where there are embeddings
  double min_similarity = 0.5;  ///< minimum cosine of embeddings for finding a lost track again
  bool keep_untracked = false;  ///< keep detections that belong to no track, without an id
};

/// The work of an association, in numbers that are equal on every machine.
struct AssociateWork {
  std::uint64_t looks = 0;  ///< comparisons of boxes with tracks or detections
  std::uint64_t pairs = 0;  ///< of tracks and detections, as candidates for matching
};

/// What scores mean, as far as they decide which detections may start tracks.
struct ScoreLevels {
  bool probabilities = true;  ///< else all detections count as sure
  float new_score = 0;        ///< from here on a sure one may start a track
};
/// The levels of all detections of a clip.
[[nodiscard]] ScoreLevels score_levels(const TrackColumns& detections,
                                       const AssociateOptions& options);

/// Joins detections frame after frame, in the manner of SORT (Bewley et al. 2016) and ByteTrack
/// (Zhang et al. 2022): a Kalman filter with constant velocity per track, and optimal matching by
/// overlap, first of sure and then of unsure detections, then of the rest with boxes grown as in
/// C-BIoU (Yang et al. 2023). If detections have embeddings, similarity to a track's running mean
/// is combined with the overlap, and finally finds lost tracks where motion makes them possible
/// (gate of DeepSORT, Wojke et al. 2017). Existing ids are ignored.
///
/// Time and memory per frame are linear in the number of boxes even if they are piled up: a track
/// looks at the LeftEdges::most_seen nearest and competes for the 32 best. What is remembered is
/// bounded by the tracks that are still followed.
class Associator {
 public:
  static constexpr std::uint64_t no_track = ~std::uint64_t{0};
  /// A detection's track.
  struct Joined {
    std::uint64_t track = no_track;  ///< number in order of beginning, from 0
    std::uint32_t hits = 0;          ///< detections of the track up to this one
    /// From 1 in the order in which tracks have had min_hits detections; no_id until then.
    TrackId id = no_id;
  };

  /// `work` (borrowed, may be null) is added to.
  explicit Associator(const AssociateOptions& options, AssociateWork* work = nullptr);
  ~Associator();
  Associator(Associator&&) noexcept;
  Associator& operator=(Associator&&) noexcept;

  /// Takes the rows of the next frame. Returns the track of each; valid until the next call. All
  /// frames have embeddings of one size, or none.
  std::span<const Joined> take_frame(const TrackColumns& columns, RowRange rows,
                                     const ScoreLevels& levels);
  /// Ends all tracks: the next frame begins another shot.
  void cut();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Gives ids to the detections of a clip with an Associator: from 1 in order of first appearance. A
/// track has its id from its first frame, and one that was seen less than min_hits times has none.
/// Gaps stay gaps, and no track goes on over a cut of the table, which the result keeps. The result
/// is a function of the table alone. Adds to `work` if given.
[[nodiscard]] TrackTable associate(const TrackTable& detections, const AssociateOptions& options,
                                   AssociateWork* work = nullptr);

/// Levels of the scores that were seen so far, for detections that come frame by frame.
class SeenScores {
 public:
  void see(std::span<const float> scores, const AssociateOptions& options);
  [[nodiscard]] ScoreLevels levels(const AssociateOptions& options) const;

 private:
  static constexpr std::size_t bins = 1024;
  std::vector<std::uint64_t> sure_ = std::vector<std::uint64_t>(bins + 1);  ///< by score x bins
  bool probabilities_ = true;
};

}  // namespace overlace
