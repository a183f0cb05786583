// SPDX-License-Identifier: Apache-2.0
// Insets on the planes of a picture: the samples that they show are kept before anything is
// written, and read from there as insets are mixed in. An inset may show what another one covers.
#pragma once

#include "gpu/kernels/insets.h"
#include "gpu/kernels/plane_gather.h"

namespace overlace {

/// The part of a component that the insets of a frame show: tiles of a plane of its size.
struct InsetSight {
  const InsetsRecord* insets = nullptr;
  ShownPlane plane;
  PlaneImage kept;

  /// The tiles, as stored, that hold what one of them shows.
  [[nodiscard]] OVL_FN GatherReach tiles(const InsetRecord& inset) const {
    const Vec2 reach = inset.reach * inset.per_zoom;
    const auto a = place({inset.source.x - reach.x, inset.source.y - reach.y});
    const auto b = place({inset.source.x + reach.x, inset.source.y + reach.y});
    const PixelPosition<int> one = at(floor(a.x) - room, floor(a.y) - room);
    const PixelPosition<int> other = at(floor(b.x) + 1 + room, floor(b.y) + 1 + room);
    return {between(one.x, other.x), between(one.y, other.y)};
  }

 private:
  static constexpr float room = 1;  ///< for rounding errors

  [[nodiscard]] OVL_FN PixelPosition<float> place(const PixelPosition<float>& pixel) const {
    return plane.inside(plane.place(pixel));
  }
  [[nodiscard]] OVL_FN PixelPosition<int> at(float x, float y) const {
    return plane.in_memory(static_cast<int>(x), static_cast<int>(y));
  }
  OVL_FN static IntRange between(int a, int b) { return a < b ? tiles_of(a, b) : tiles_of(b, a); }
};
template <>
struct WantPass<InsetSight> {
  static constexpr PassBlock block = whole_row;
  InsetSight sight;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return sight.kept; }
  /// Whether an inset shows anything of a tile.
  [[nodiscard]] OVL_FN bool wants(int column, int row) const {
    for (int i = 0; i < sight.insets->count; ++i) {
      const auto [columns, rows] = sight.tiles(sight.insets->inset[i]);
      if (column >= columns.first && column <= columns.last && row >= rows.first &&
          row <= rows.last)
        return true;
    }
    return false;
  }
};

/// Samples of a component as filters see them.
struct KeptSamples {
  PictureComponent from;
  PlaneImage to;

  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to; }
  [[nodiscard]] const PlaneImage& largest_output() const { return to; }
  [[nodiscard]] OVL_FN float sample(int x, int y) const { return from.sample(x, y); }
};

/// What insets show of a component, for MixPass.
struct ShownInsets {
  const InsetsRecord* insets = nullptr;
  ShownPlane plane;
  PlaneImage kept;
  PictureComponent under;  ///< visible where no inset is

  /// The insets of a tile of the component.
  [[nodiscard]] OVL_FN InsetsNear near_tile(int column, int row) const {
    const GatherReach pixels = plane.pixels_of_tile(column, row);
    return InsetsNear::everywhere(*insets).narrowed(pixels.x, pixels.y);
  }
  /// The insets of several tiles of a row.
  [[nodiscard]] OVL_FN InsetsNear near_tiles(IntRange columns, int row) const {
    const GatherReach a = plane.pixels_of_tile(columns.first, row);
    const GatherReach b = plane.pixels_of_tile(columns.last, row);
    const auto around = [](IntRange one, IntRange other) -> IntRange {
      return {one.first < other.first ? one.first : other.first,
              one.last > other.last ? one.last : other.last};
    };
    return InsetsNear::everywhere(*insets).narrowed(around(a.x, b.x), around(a.y, b.y));
  }
  /// The position, among the samples as shown, that is looked up for a pixel's position.
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> settled(const PixelPosition<F>& pixel) const {
    return plane.inside(insets->settled(plane.place(pixel)));
  }
  /// A sample; `near` are the insets of its tile.
  [[nodiscard]] OVL_FN float sample(const InsetsNear& near, int x, int y) const {
    const auto found = near.find(plane.pixel(static_cast<float>(x), static_cast<float>(y)));
    if (!found.held) return under.sample(x, y);
    const PixelPosition<float> at = settled(found.at);
    return seen_between(kept, plane, at.x, at.y);
  }
};

}  // namespace overlace
