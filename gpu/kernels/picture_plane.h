// SPDX-License-Identifier: Apache-2.0
// The way of a picture's component into a plane, and back under a region.
#pragma once

#include "gpu/kernels/chroma.h"
#include "gpu/kernels/plane_image.h"
#include "gpu/kernels/region_image.h"
#include "gpu/kernels/sample.h"

namespace overlace {

/// What every effect on the picture needs to know of a frame.
struct PictureRecord {
  Target picture;
  float strength = 1;  ///< 0 to 1
};

inline constexpr int most_components = 4;
inline constexpr int alpha_component = 3;
OVL_FN const TargetPlane& component_of(const Target& picture, int component) {
  return component == alpha_component ? picture.alpha : picture.component[component];
}
OVL_FN bool is_subsampled(const Target& picture, int component) {
  return picture.subsampled && (component == 1 || component == 2);
}
/// Samples of a component, whether all are there or not.
OVL_FN Size component_size(const Target& picture, int component) {
  const int across = is_subsampled(picture, component) ? 1 : 0;
  const int down = across != 0 && picture.half_rows ? 1 : 0;
  return {(picture.size.width + across) >> across, (picture.size.height + down) >> down};
}

/// The average down a column of pixels for row `y` of a subsampled component; at(x, y) is one.
template <class At>
OVL_FN float down_column(const Target& picture, int x, int y, const At& at) {
  if (!picture.half_rows) return at(x, y);
  const float upper = at(x, 2 * y), lower = at(x, 2 * y + 1);
  if (!chroma_sees_above(picture)) return centered(upper, lower);
  return around(at(x, 2 * y - 1), upper, lower);
}
/// What at(x, y) says of pixels, for a sample of a component: averages over the footprint of
/// chroma, as paint has them.
template <class At>
OVL_FN float over_footprint(const Target& picture, int component, int x, int y, const At& at) {
  if (!is_subsampled(picture, component)) return at(x, y);
  const float on = down_column(picture, 2 * x, y, at);
  const float after = down_column(picture, 2 * x + 1, y, at);
  if (picture.siting == ChromaSiting::center) return centered(on, after);
  return around(down_column(picture, 2 * x - 1, y, at), on, after);
}
/// How much of a region covers a sample of a component.
OVL_FN float region_coverage(const RegionImage& region, const Target& picture, int component, int x,
                             int y) {
  return over_footprint(picture, component, x, y,
                        [&](int px, int py) { return region_alpha(region, px, py); });
}

/// A component of the picture under a region: what passes read, and what they write at last.
struct PictureComponent {
  const PictureRecord* record = nullptr;
  int component = 0;
  Size size;  ///< of its plane
  RegionImage region;
  /// A byte for each tile of the plane, as CoverPass makes it: 0 where the region is not, 1 where
  /// it may be, opaque_tile where it covers all that there is.
  std::uint8_t* covered = nullptr;
  /// Not 0 where something that was to be painted before is missing: then nothing is changed. May
  /// be null.
  const std::uint32_t* lost = nullptr;

  /// Another component, where it has as many samples or only its samples are read.
  [[nodiscard]] OVL_FN PictureComponent other(int index) const {
    PictureComponent other = *this;
    other.component = index;
    return other;
  }
  /// The component after this one, where it has as many samples.
  [[nodiscard]] OVL_FN PictureComponent next() const { return other(component + 1); }

  [[nodiscard]] OVL_FN int columns() const { return layer_tiles(size.width); }
  [[nodiscard]] OVL_FN int rows() const { return layer_tiles(size.height); }
  [[nodiscard]] OVL_FN const Target& picture() const { return record->picture; }
  [[nodiscard]] OVL_FN const TargetPlane& plane() const {
    return component_of(picture(), component);
  }
  /// Whether its colours are those of an opaque pixel: filters see them times alpha.
  [[nodiscard]] OVL_FN bool is_straight() const {
    return picture().straight && component != alpha_component;
  }
  /// Whether samples are integers that filters see as they are.
  [[nodiscard]] OVL_FN bool is_whole() const {
    return !is_float(picture().sample) && !is_straight();
  }
  /// Whether samples that are mixed with themselves stay as they are, of all components.
  [[nodiscard]] OVL_FN bool is_steady() const { return is_whole() && !picture().straight; }
  /// A sample as filters see it: 0 where a window of the picture lacks it.
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    if (!has_sample(plane(), x, y)) return 0;
    const float value = load_sample(picture(), sample_at(plane(), x, y));
    return is_straight() ? value * opacity(x, y) : value;
  }
  /// The picture's alpha, 0 to 1.
  [[nodiscard]] OVL_FN float opacity(int x, int y) const {
    return load_sample(picture(), sample_at(picture().alpha, x, y)) / whole_alpha(picture());
  }
  /// How much of what was made is mixed in.
  [[nodiscard]] OVL_FN float coverage(int x, int y) const {
    if (is_solid(x >> log2_layer_tile, y >> log2_layer_tile)) return record->strength;
    return region_coverage(region, picture(), component, x, y) * record->strength;
  }

  [[nodiscard]] OVL_FN std::uint8_t* marks(int row) const {
    return covered + std::ptrdiff_t{row} * columns();
  }
  /// Whether the region may cover anything of a tile.
  [[nodiscard]] OVL_FN bool is_wanted(int column, int row) const { return marks(row)[column] != 0; }
  /// Whether it covers the whole of it.
  [[nodiscard]] OVL_FN bool is_solid(int column, int row) const {
    return marks(row)[column] == opaque_tile;
  }
  /// Whether it may cover anything of some tiles.
  [[nodiscard]] OVL_FN bool is_covered(IntRange columns, IntRange rows) const {
    for (int row = rows.first; row <= rows.last; ++row)
      for (int column = columns.first; column <= columns.last; ++column)
        if (is_wanted(column, row)) return true;
    return false;
  }

  /// Whether anything is to be changed at all.
  [[nodiscard]] OVL_FN bool is_active() const {
    return record->strength > 0 && (lost == nullptr || *lost == 0);
  }
  /// The region's tiles that a column or a row of tiles sees.
  [[nodiscard]] OVL_FN IntRange seen_columns(int column) const {
    const int scale = is_subsampled(picture(), component) ? 2 : 1;
    return seen_tiles(column, scale, region.columns());
  }
  [[nodiscard]] OVL_FN IntRange seen_rows(int row) const {
    const bool halved = is_subsampled(picture(), component) && picture().half_rows;
    return seen_tiles(row, halved ? 2 : 1, region.rows());
  }
  /// What the region covers of a tile: a mark as those of `covered`.
  [[nodiscard]] OVL_FN std::uint8_t mark_of(IntRange columns, IntRange rows) const {
    bool any = false, all = true;
    for (int row = rows.first; row <= rows.last; ++row)
      for (int column = columns.first; column <= columns.last; ++column) {
        any = any || region.is_occupied(column, row);
        all = all && region.is_opaque(column, row);
      }
    return !any ? 0 : all ? opaque_tile : 1;
  }

 private:
  /// A sample has `scale` pixels along an axis; chroma sees one more to the left and above. Beyond
  /// its edges the region is as on them.
  OVL_FN static IntRange seen_tiles(int tile, int scale, int count) {
    const IntRange own = around_tile(tile, 0);
    const IntRange seen = tiles_of(own.first * scale - (scale - 1), own.last * scale + scale - 1);
    return {seen.first < 0 ? 0 : seen.first, seen.last < count ? seen.last : count - 1};
  }
};

/// A sample of the component, which goes on beyond its edges as its mirror image.
OVL_FN float sample_of(const PictureComponent& component, int x, int y) {
  return component.sample(mirrored(x, component.size.width), mirrored(y, component.size.height));
}

/// Marks which tiles of a component its region covers.
struct CoverPass {
  static constexpr PassBlock block = whole_row;
  PictureComponent of;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PictureComponent& output() const { return of; }
};

/// Mixes what was made of a component into it under its region: D' = D (1 - A) + A E. Writes no
/// sample where A is 0. `Made` hands out E by sample(x, y); a CPU makes a row of some tiles at
/// once.
template <class Made>
struct MixPass {
  static constexpr PassBlock block{32, 1};
  PictureComponent to;
  Made from;
  Made alpha;               ///< what was made of alpha, where colours are straight
  bool mixes_next = false;  ///< and Cr as Cb, which the region covers alike
  Made from_next;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PictureComponent& output() const { return to; }

  /// Mixes a sample of a component, which is there, with `made`; where colours are straight,
  /// `made_alpha` is what was made of alpha.
  OVL_FN void mix(const PictureComponent& of, int x, int y, float coverage, float made,
                  float made_alpha) const {
    const Target& picture = of.picture();
    std::byte* at = sample_at(of.plane(), x, y);
    const float under = load_sample(picture, at);
    store_sample(picture, at,
                 of.is_straight() ? mix_straight(x, y, under, coverage, made, made_alpha)
                                  : composite(picture, under, coverage, coverage * made));
  }

 private:
  /// Colours times alpha and alphas mix, and what they give is divided.
  [[nodiscard]] OVL_FN float mix_straight(int x, int y, float under, float coverage, float made,
                                          float made_alpha) const {
    const Target& picture = to.picture();
    const float kept = to.opacity(x, y) * (1 - coverage);
    const float all = fma(coverage, made_alpha / whole_alpha(picture), kept);
    const float color = all > 0 ? fma(under, kept, coverage * made) / all : under;
    return is_float(picture.sample) ? with_one_nan(color) : round_even(limit(color, picture.max));
  }
};

}  // namespace overlace
