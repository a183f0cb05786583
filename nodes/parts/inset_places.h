// SPDX-License-Identifier: Apache-2.0
// Where insets are placed, and what they show.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "graph/data/box_place.h"
#include "graph/data/figures.h"
#include "graph/data/frame_tracks.h"
#include "graph/plan/effect_ops.h"
#include "graph/values/presence.h"
#include "nodes/parts/inset_seats.h"
#include "nodes/parts/seat_grid.h"

namespace overlace {

enum class InsetPlace : std::uint8_t { beside, strip, corner };

/// How a frame's insets are laid out. Lengths in px.
struct InsetLayout {
  InsetPlace place = InsetPlace::beside;
  BoxPosition position = BoxPosition::right;
  int slots = 1;
  bool round = false;  ///< circles, else boxes
  float size = 0;      ///< height; 0 is the object's box times zoom beside it, nothing in a seat
  float aspect = 1;    ///< width / height
  float gap = 0;
  float zoom = 0;  ///< 0: the box fills the inset
  Anchor anchor = Anchor::center;
  float padding = 0;
};

/// One inset of a frame.
struct PlacedInset {
  std::uint32_t row = no_row;
  Presence there;
  Inset shown;
};
struct PlacedInsets {
  int count = 0;
  std::array<PlacedInset, most_insets> inset;

  [[nodiscard]] std::span<const PlacedInset> all() const {
    return {inset.data(), static_cast<std::size_t>(count)};
  }
};

/// The insets of a clip.
class InsetPlaces {
 public:
  /// `slots` is the number of insets at once; `live` is the node's memory in a live clip, else
  /// null. The table must outlive this object.
  InsetPlaces(const TrackTable& table, int slots, Size picture, NodeMemory* live = nullptr)
      : tracks_(table),
        seats_(seat_objects(table, slots, live)),
        picture_{0, 0, static_cast<float>(picture.width), static_cast<float>(picture.height)} {}

  /// The insets of a frame, in row order.
  [[nodiscard]] PlacedInsets at(std::int32_t frame, const InsetLayout& layout,
                                const PresenceOp& presence) const {
    PlacedInsets placed;
    const SeatLayout seating = seating_of(layout);
    TrackView tracks = tracks_.at(frame);
    tracks.age = seats_.age.data();
    for (std::uint32_t row = tracks.rows.begin; row < tracks.rows.end; ++row) {
      if (seats_.seat[row] == no_seat) continue;
      PlacedInset inset{.row = row, .there = presence_of(presence, tracks, row), .shown = {}};
      inset.shown = shown_of(tracks.box[row], seats_.seat[row], inset.there.size, seating);
      const Vec2 half = inset.shown.half_size;
      if (inset.there.opacity > 0 && half.x > 0 && half.y > 0)
        placed.inset[static_cast<std::size_t>(placed.count++)] = inset;
    }
    return placed;
  }

 private:
  /// A frame's layout, with seats that fit into the picture.
  struct SeatLayout {
    InsetLayout layout;
    bool upright = false;  ///< lines of seats run down, not to the right
    SeatGrid grid;
  };

  [[nodiscard]] SeatLayout seating_of(const InsetLayout& layout) const {
    SeatLayout seating{.layout = layout, .grid = {}};
    if (layout.place == InsetPlace::beside || !(layout.size > 0)) return seating;
    const int column = static_cast<int>(layout.position) % 3;
    const int row = static_cast<int>(layout.position) / 3;
    seating.upright = layout.place == InsetPlace::corner || (row == 1 && column != 1);
    const Vec2 seat = size_of(layout), room{picture_.width, picture_.height};
    seating.grid = seating.upright
                       ? seat_grid(layout.slots, {seat.y, seat.x}, {room.y, room.x}, layout.gap)
                       : seat_grid(layout.slots, seat, room, layout.gap);
    seating.layout.size *= seating.grid.scale;
    return seating;
  }

  /// Size of an inset that does not depend on its object's.
  [[nodiscard]] static Vec2 size_of(const InsetLayout& layout) {
    const Vec2 size{layout.size * layout.aspect, layout.size};
    const float diameter = std::max(size.x, size.y);
    return layout.round ? Vec2{diameter, diameter} : size;
  }

  /// `grown` is the inset's current size relative to its full size.
  [[nodiscard]] Inset shown_of(const Box& object, int seat, float grown,
                               const SeatLayout& seating) const {
    const InsetLayout& layout = seating.layout;
    const Vec2 wanted{object.width / 2 + layout.padding, object.height / 2 + layout.padding};
    Inset inset;
    if (layout.size > 0) {
      inset.half_size = {layout.size * layout.aspect / 2, layout.size / 2};
      const float filling = std::max(inset.half_size.x / std::max(wanted.x, 0.5F),
                                     inset.half_size.y / std::max(wanted.y, 0.5F));
      inset.zoom = layout.zoom > 0 ? layout.zoom : filling;
    } else {
      inset.zoom = layout.zoom > 0 ? layout.zoom : 1.0F;
    }
    inset.zoom = std::clamp(inset.zoom, least_inset_zoom, most_zoom);
    const bool as_object = !(layout.size > 0) && layout.place == InsetPlace::beside;
    if (as_object) inset.half_size = wanted * inset.zoom;
    if (layout.round) {
      const float radius = std::max(inset.half_size.x, inset.half_size.y);
      inset.half_size = {radius, radius};
    }
    // It grows in place; over what it shows, its current size decides how close it can stay to it.
    const Vec2 half = inset.half_size * grown;
    const bool is_over =
        layout.place == InsetPlace::beside && layout.position == BoxPosition::center;
    if (is_over) inset.half_size = half;
    inset.source = source_of(object, inset, layout);
    if (is_over) {
      inset.center = kept_inside(inset.source, inset.half_size, layout.gap);
    } else if (layout.place == InsetPlace::beside) {
      inset.center = beside(object, inset.half_size, layout);
    } else {
      inset.center = seat_center(seat, inset.half_size, seating);
    }
    inset.half_size = half;
    return inset;
  }

  /// The centre of what an inset shows, moved so that all of it lies in the picture if it fits.
  [[nodiscard]] Vec2 source_of(const Box& object, const Inset& inset,
                               const InsetLayout& layout) const {
    const Vec2 half = inset.half_size * (1 / inset.zoom);
    const Vec2 inwards = half - Vec2{layout.padding, layout.padding};
    Vec2 middle = anchor_point(object, layout.anchor);
    if (layout.anchor == Anchor::left) middle.x += inwards.x;
    if (layout.anchor == Anchor::right) middle.x -= inwards.x;
    if (layout.anchor == Anchor::top) middle.y += inwards.y;
    if (layout.anchor == Anchor::bottom) middle.y -= inwards.y;
    return kept_inside(middle, half, 0);
  }

  [[nodiscard]] Vec2 kept_inside(Vec2 center, Vec2 half, float margin) const {
    const auto keep = [&](float at, float reach, float length) {
      const float low = margin + reach, high = length - margin - reach;
      return low < high ? std::clamp(at, low, high) : length / 2;
    };
    return {keep(center.x, half.x, picture_.width), keep(center.y, half.y, picture_.height)};
  }

  /// Beside an object, in the direction of `position`. As it runs out of room in the picture it
  /// swings around the object, half a turn once its whole length would be outside.
  [[nodiscard]] Vec2 beside(const Box& object, Vec2 half, const InsetLayout& layout) const {
    const int place = static_cast<int>(layout.position);
    const int row = place / 3, column = place % 3;
    const Vec2 towards{static_cast<float>(column - 1), static_cast<float>(row - 1)};
    const Vec2 middle = object.center();
    const Vec2 reach{object.width / 2 + layout.gap + half.x,
                     object.height / 2 + layout.gap + half.y};
    const auto outside = [&](float at, float side, float length) {
      return std::max(at + side - (length - layout.gap), layout.gap - (at - side)) / (2 * side);
    };
    const float lacking =
        std::max(outside(middle.x + towards.x * reach.x, half.x, picture_.width),
                 outside(middle.y + towards.y * reach.y, half.y, picture_.height));
    const float part = std::clamp(lacking, 0.0F, 1.0F);
    const float turn = 180 * part * part * (3 - 2 * part);
    const Vec2 turned = direction_of(towards.x > 0 ? -turn : turn);
    const Vec2 way{towards.x * turned.x - towards.y * turned.y,
                   towards.x * turned.y + towards.y * turned.x};
    return kept_inside(middle + Vec2{way.x * reach.x, way.y * reach.y}, half, layout.gap);
  }

  /// Seats count from the left or the top, in the lower corners from the bottom; lines of seats
  /// count from the edge.
  [[nodiscard]] Vec2 seat_center(int seat, Vec2 half, const SeatLayout& seating) const {
    const InsetLayout& layout = seating.layout;
    const int lines = seating.grid.lines, per_line = seating.grid.per_line;
    const bool at_right = static_cast<int>(layout.position) % 3 == 2;
    const bool at_bottom = static_cast<int>(layout.position) / 3 == 2;
    const bool backwards = layout.place == InsetPlace::corner && at_bottom;
    const bool far_edge = seating.upright ? at_right : at_bottom;
    const int along = backwards ? per_line - 1 - seat % per_line : seat % per_line;
    const int across = far_edge ? lines - 1 - seat / per_line : seat / per_line;
    const auto place = [&](int number, float length) {
      return static_cast<float>(number) * (length + layout.gap);
    };
    const auto several = [&](int count, float length) { return place(count, length) - layout.gap; };
    const Vec2 one = half * 2;
    const Vec2 size = seating.upright ? Vec2{several(lines, one.x), several(per_line, one.y)}
                                      : Vec2{several(per_line, one.x), several(lines, one.y)};
    const Box all = place_box(layout.position, picture_, size, layout.gap, true);
    const Vec2 corner{all.x + half.x, all.y + half.y};
    return corner + (seating.upright ? Vec2{place(across, one.x), place(along, one.y)}
                                     : Vec2{place(along, one.x), place(across, one.y)});
  }

  FrameTracks tracks_;
  SeatPlan seats_;
  Box picture_;
};

}  // namespace overlace
