// SPDX-License-Identifier: Apache-2.0
// The lives of all links of a clip: hysteresis and fades as a function of the frame number alone.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "gpu/host/link_walk.h"
#include "graph/data/frame_tracks.h"

namespace overlace {

/// Which links a clip has, and how long they last.
struct LinkRules {
  Anchor anchor = Anchor::center;  ///< that links join
  std::int32_t fade_in = 0, fade_out = 0;
  ChooseLinks choose;
};

/// Walks a clip once, and from then on answers for any frame by itself.
///
/// Links live as a LinkWalk says. While they fade, their ends follow their tracks or rest where
/// those were last seen. Detections without an id are linked frame by frame.
///
/// Every life is one span of 28 bytes, listed in each block of 64 frames that it touches; rows are
/// found through the rows of each track in order of time.
class LinkTimeline {
 public:
  /// Walks only `frames`, as if the clip had no others.
  LinkTimeline(const FrameTracks& tracks, const LinkRules& rules, FrameInterval frames);
  /// The same for the whole clip.
  LinkTimeline(const FrameTracks& tracks, const LinkRules& rules);

  /// Appends the links of a frame, ordered by row_a then row_b. `choose` is that of the rules, and
  /// `view` has the frame's rows.
  void append(const ChooseLinks& choose, std::int32_t frame, const TrackView& view,
              std::vector<Link>& links);

 private:
  struct Span {
    std::uint32_t track_a, track_b;
    LifeTime time;
  };
  struct Sighting {
    std::int32_t frame;
    std::uint32_t row;
  };

  void index_tracks(const FrameTracks& tracks, FrameInterval frames);
  void record(const LinkLife& life);
  void index_blocks();
  [[nodiscard]] std::span<const std::uint32_t> block_of(std::int32_t frame) const;
  [[nodiscard]] std::uint32_t track_of(TrackId id) const;
  [[nodiscard]] const Sighting& last_seen(std::uint32_t track, std::int32_t frame) const;

  Anchor anchor_ = Anchor::center;
  LinkFades fades_;
  std::vector<TrackId> ids_;                ///< ascending; a track is an index into it
  std::vector<std::uint32_t> track_begin_;  ///< into sightings_, tracks + 1 offsets
  std::vector<Sighting> sightings_;
  std::vector<Span> spans_;
  std::int32_t first_frame_ = 0;
  std::vector<std::uint32_t> block_begin_;  ///< into block_spans_, blocks + 1 offsets
  std::vector<std::uint32_t> block_spans_;

  std::vector<Link> selected_;
};

}  // namespace overlace
