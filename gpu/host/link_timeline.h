// SPDX-License-Identifier: Apache-2.0
// The lives of all links of a clip: hysteresis and fades as a function of the frame number alone.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graph/data/anchor.h"
#include "graph/data/frame_tracks.h"
#include "graph/data/links.h"
#include "graph/plan/ops.h"

namespace overlace {

/// Appends the links that a frame's rules choose from its rows alone, with strength 1 and age 0.
/// `view` has the frame's rows. Returns the frame's leave distance, px.
using ChooseLinks =
    std::function<float(std::int32_t frame, const TrackView& view, std::vector<Link>& links)>;

/// Which links a clip has, and how long they last.
struct LinkRules {
  Anchor anchor = Anchor::center;  ///< that links join
  std::int32_t fade_in = 0, fade_out = 0;
  ChooseLinks choose;
};

/// Walks a clip once, and from then on answers for any frame by itself.
///
/// A link joins two ids. It is born in a frame whose rules select it, and lives while it is
/// selected, or while both ids are present within the leave distance. While it is alive, its
/// strength rises by 1 / (fade_in + 1) per frame up to 1; after its death, it falls evenly from
/// what it was, to reach 0 after fade_out frames, while its ends follow their tracks or rest where
/// those were last seen. A link selected again while it fades continues from its current strength.
/// Detections without an id are linked frame by frame.
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
  /// One life, [birth, death), and the fade after it, [death, end), which lasts until fade_out is
  /// over or the next life of the same link begins.
  struct Span {
    std::uint32_t track_a, track_b;
    std::int32_t first;  ///< birth of the first life that this one continues; age counts from it
    std::int32_t birth, death, end;
    float strength;  ///< just before its birth
  };
  /// A link that is alive or fading while the clip is walked.
  struct Walker {
    std::uint64_t key;
    std::uint32_t span;
    bool alive;
  };
  struct Sighting {
    std::int32_t frame;
    std::uint32_t row;
  };

  void index_tracks(const FrameTracks& tracks, FrameInterval frames);
  float select(const ChooseLinks& choose, std::int32_t frame, const TrackView& view);
  void step(std::int32_t frame, const TrackView& view, float leave_distance);
  void begin_life(std::uint64_t key, std::int32_t frame, const Walker* before);
  void keep_or_end_life(Walker walker, std::int32_t frame, const TrackView& view,
                        float leave_distance);
  void index_blocks();
  [[nodiscard]] std::span<const std::uint32_t> block_of(std::int32_t frame) const;
  [[nodiscard]] std::uint32_t track_of(TrackId id) const;
  [[nodiscard]] const Sighting& last_seen(std::uint32_t track, std::int32_t frame) const;
  [[nodiscard]] bool within(const Span& span, std::int32_t frame, const TrackView& view,
                            float distance) const;
  [[nodiscard]] float strength(const Span& span, std::int32_t frame) const;

  Anchor anchor_ = Anchor::center;
  std::int32_t fade_in_ = 0, fade_out_ = 0;
  std::vector<TrackId> ids_;                ///< ascending; a track is an index into it
  std::vector<std::uint32_t> track_begin_;  ///< into sightings_, tracks + 1 offsets
  std::vector<Sighting> sightings_;
  std::vector<Span> spans_;
  std::int32_t first_frame_ = 0;
  std::vector<std::uint32_t> block_begin_;  ///< into block_spans_, blocks + 1 offsets
  std::vector<std::uint32_t> block_spans_;

  std::vector<Link> selected_;
  std::vector<std::uint64_t> keys_;
  std::vector<Walker> walkers_, next_walkers_;  ///< only while walking
};

}  // namespace overlace
