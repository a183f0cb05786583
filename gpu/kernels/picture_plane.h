// SPDX-License-Identifier: Apache-2.0
// Reads a picture's component as a plane, and writes results back under a region.
#pragma once

#include "gpu/kernels/chroma.h"
#include "gpu/kernels/plane_image.h"
#include "gpu/kernels/region_image.h"
#include "gpu/kernels/sample.h"

namespace overlace {

/// What every effect on the picture needs to know about a frame.
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
  return picture.is_subsampled() && (component == 1 || component == 2);
}
/// Size of a component in samples, whether all are there or not.
OVL_FN Size component_size(const Target& picture, int component) {
  const int across = is_subsampled(picture, component) ? 1 : 0;
  const int down = across != 0 && picture.has_half_rows() ? 1 : 0;
  return {(picture.size.width + across) >> across, (picture.size.height + down) >> down};
}

/// The average of at(x, y) down a column of pixels, for row `y` of a subsampled component.
template <class At>
OVL_FN float down_column(const Target& picture, int x, int y, const At& at) {
  if (!picture.has_half_rows()) return at(x, y);
  const float upper = at(x, 2 * y), lower = at(x, 2 * y + 1);
  if (!chroma_sees_above(picture)) return centered(upper, lower);
  return around(at(x, 2 * y - 1), upper, lower);
}
/// The value of at(x, y), given for pixels, at a sample of a component: averaged over the footprint
/// of chroma, as for paint.
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

/// A component of the picture under a region: what passes read, and finally write.
struct PictureComponent {
  const PictureRecord* record = nullptr;
  int component = 0;
  Size size;  ///< of its plane
  RegionImage region;
  /// A byte for each tile of the plane, made by CoverPass: 0 outside the region, 1 where the region
  /// may cover some of it, opaque_tile where it covers all of it.
  std::uint8_t* covered = nullptr;
  /// Not 0 if something that should have been painted before is missing: then nothing is changed.
  /// May be null.
  const std::uint32_t* lost = nullptr;

  /// Another component. Precondition: it has as many samples, or only its samples are read.
  [[nodiscard]] OVL_FN PictureComponent other(int index) const {
    PictureComponent other = *this;
    other.component = index;
    return other;
  }
  /// The component after this one. Precondition: it has as many samples.
  [[nodiscard]] OVL_FN PictureComponent next() const { return other(component + 1); }

  [[nodiscard]] OVL_FN int columns() const { return layer_tiles(size.width); }
  [[nodiscard]] OVL_FN int rows() const { return layer_tiles(size.height); }
  [[nodiscard]] OVL_FN const Target& picture() const { return record->picture; }
  [[nodiscard]] OVL_FN const TargetPlane& plane() const {
    return component_of(picture(), component);
  }
  /// Whether its colours are straight: filters see them multiplied by alpha.
  [[nodiscard]] OVL_FN bool is_straight() const {
    return picture().straight && component != alpha_component;
  }
  /// Whether samples are integers that filters see as they are.
  [[nodiscard]] OVL_FN bool is_whole() const {
    return !is_float(picture().sample) && !is_straight();
  }
  /// Whether mixing samples with themselves leaves them unchanged, in all components.
  [[nodiscard]] OVL_FN bool is_steady() const { return is_whole() && !picture().straight; }
  /// A sample as filters see it: 0 if the picture's window lacks it.
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    if (!has_sample(plane(), x, y)) return 0;
    const float value = load_sample(picture(), sample_at(plane(), x, y));
    return is_straight() ? value * opacity(x, y) : value;
  }
  /// The picture's alpha, 0 to 1.
  [[nodiscard]] OVL_FN float opacity(int x, int y) const {
    return load_sample(picture(), sample_at(picture().alpha, x, y)) / whole_alpha(picture());
  }
  /// How much of a filter's result is mixed in.
  [[nodiscard]] OVL_FN float coverage(int x, int y) const {
    if (is_solid(x >> log2_layer_tile, y >> log2_layer_tile)) return record->strength;
    return region_coverage(region, picture(), component, x, y) * record->strength;
  }

  [[nodiscard]] OVL_FN std::uint8_t* marks(int row) const {
    return covered + std::ptrdiff_t{row} * columns();
  }
  /// Whether the region may cover anything of a tile.
  [[nodiscard]] OVL_FN bool is_wanted(int column, int row) const { return marks(row)[column] != 0; }
  /// Whether the region covers all of a tile.
  [[nodiscard]] OVL_FN bool is_solid(int column, int row) const {
    return marks(row)[column] == opaque_tile;
  }
  /// Whether the region may cover anything of a range of tiles.
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
  /// The region's tiles that a column or a row of the component's tiles depends on.
  [[nodiscard]] OVL_FN IntRange seen_columns(int column) const {
    const int scale = is_subsampled(picture(), component) ? 2 : 1;
    return seen_tiles(column, scale, region.columns());
  }
  [[nodiscard]] OVL_FN IntRange seen_rows(int row) const {
    const bool halved = is_subsampled(picture(), component) && picture().has_half_rows();
    return seen_tiles(row, halved ? 2 : 1, region.rows());
  }
  /// How the region covers a range of its tiles: a mark as in `covered`.
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
  /// A sample has `scale` pixels along an axis; chroma's footprint has one more to the left and
  /// above. Beyond its edges, the region's edge pixels repeat.
  OVL_FN static IntRange seen_tiles(int tile, int scale, int count) {
    const IntRange own = around_tile(tile, 0);
    const IntRange seen = tiles_of(own.first * scale - (scale - 1), own.last * scale + scale - 1);
    return {seen.first < 0 ? 0 : seen.first, seen.last < count ? seen.last : count - 1};
  }
};

/// A sample of the component, which is mirrored beyond its edges.
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

/// Mixes a filter's result for a component into it under its region: D' = D (1 - A) + A E. Writes
/// no sample where A is 0. `Made` provides E by sample(x, y); a CPU makes rows of several tiles at
/// once.
template <class Made>
struct MixPass {
  static constexpr PassBlock block{32, 1};
  PictureComponent to;
  Made from;
  Made alpha;               ///< the result for alpha, if colours are straight
  bool mixes_next = false;  ///< also mixes Cr with Cb, as the region covers both alike
  Made from_next;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PictureComponent& output() const { return to; }

  /// Mixes a sample of a component with `made`; if colours are straight, `made_alpha` is the result
  /// for alpha. Precondition: the sample is there.
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
  /// Mixes premultiplied colours, mixes alphas, and divides the one by the other.
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
