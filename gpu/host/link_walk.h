// SPDX-License-Identifier: Apache-2.0
// Lives of links, frame by frame: hysteresis and fades.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "graph/data/anchor.h"
#include "graph/data/links.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Appends the links that a frame's rules choose from its rows alone, with strength 1 and age 0.
/// `view` has the frame's rows. Returns the frame's leave distance, px.
using ChooseLinks =
    std::function<float(std::int32_t frame, const TrackView& view, std::vector<Link>& links)>;

/// Frames over which links come and go.
struct LinkFades {
  std::int32_t in = 0, out = 0;
};

inline constexpr std::int32_t still_alive = std::numeric_limits<std::int32_t>::max();

/// When a link was alive, [birth, death), and the fade after it, [death, end), which lasts until
/// the fade is over or the next life of the same link begins.
struct LifeTime {
  std::int32_t first = 0;  ///< birth of the first life that this one continues; age counts from it
  std::int32_t birth = 0, death = still_alive, end = still_alive;
  float strength = 0;  ///< just before its birth
};

/// The strength in a frame of [birth, end).
[[nodiscard]] float strength_at(const LifeTime& life, std::int32_t frame, const LinkFades& fades);

/// A life of the link of two tracks.
struct LinkLife {
  TrackId a = no_id, b = no_id;
  LifeTime time{};
};

/// The first row of each track in a frame, for tracks whose anchor there is finite.
class RowsOfTracks {
 public:
  void find(const TrackView& view, Anchor anchor);
  /// no_row if the track is not in the frame.
  [[nodiscard]] std::uint32_t of(TrackId id) const;

 private:
  struct Seen {
    TrackId id;
    std::uint32_t row;
  };
  std::vector<Seen> seen_;  ///< by id
};

/// Walks frames in order, and knows which links are alive or fading.
///
/// A link joins two ids. It is born in a frame whose rules select it, and lives while it is
/// selected, or while both ids are present within the leave distance. While it is alive, its
/// strength rises by 1 / (fade_in + 1) per frame up to 1; after its death, it falls evenly from
/// what it was, to reach 0 after fade_out frames. A link selected again while it fades continues
/// from its current strength.
class LinkWalk {
 public:
  LinkWalk(Anchor anchor, const LinkFades& fades);

  /// Takes a frame after the last one. All frames with rows must be taken, and the first one
  /// without rows after them; other empty frames may be left out.
  void step(const ChooseLinks& choose, std::int32_t frame, const TrackView& view);

  [[nodiscard]] Anchor anchor() const { return anchor_; }
  [[nodiscard]] const LinkFades& fades() const { return fades_; }
  /// The last frame taken; `none` before the first.
  static constexpr std::int32_t none = std::numeric_limits<std::int32_t>::min();
  [[nodiscard]] std::int32_t frame() const { return frame_; }
  /// Lives of links that are alive or fading in the last frame, by ids; one for each link.
  [[nodiscard]] std::span<const LinkLife> lives() const { return lives_; }
  /// Lives that were over with the last step.
  [[nodiscard]] std::span<const LinkLife> ended() const { return ended_; }

 private:
  float select(const ChooseLinks& choose, std::int32_t frame, const TrackView& view);
  void begin_life(const LinkLife& chosen, std::int32_t frame, const LinkLife* before);
  void keep_or_end_life(LinkLife life, std::int32_t frame, const TrackView& view, float leave);
  [[nodiscard]] bool within(const LinkLife& life, const TrackView& view, float distance) const;

  Anchor anchor_;
  LinkFades fades_;
  std::int32_t frame_ = none;
  RowsOfTracks rows_;
  std::vector<LinkLife> lives_, next_lives_, ended_;
  std::vector<Link> selected_;
  std::vector<LinkLife> chosen_;  ///< their ids, ascending
};

/// Whether a link has a life: it joins two different ids. Others are there or not, frame by frame.
[[nodiscard]] bool has_life(const TrackView& view, const Link& link);

/// Appends the links of a frame that have no life, chosen from its rows alone; `scratch` is
/// overwritten.
void append_links_without_life(const ChooseLinks& choose, std::int32_t frame, const TrackView& view,
                               std::vector<Link>& scratch, std::vector<Link>& links);

/// Sorts links by row_a, then row_b.
void sort_links(std::span<Link> links);

}  // namespace overlace
