// SPDX-License-Identifier: Apache-2.0
// The way of a picture's component into a plane, and back under a region.
#pragma once

#include "gpu/kernels/chroma.h"
#include "gpu/kernels/plane_image.h"
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

/// Alpha of a region at a pixel; beyond the picture's edges as on them.
OVL_FN float region_alpha(const TiledImage& region, int x, int y) {
  const int right = region.size.width - 1, bottom = region.size.height - 1;
  x = x < 0 ? 0 : x > right ? right : x;
  y = y < 0 ? 0 : y > bottom ? bottom : y;
  if (!region.is_occupied(x >> log2_layer_tile, y >> log2_layer_tile)) return 0;
  return half_to_float(region.at(x, y)[3]);
}
/// The average down a column of pixels for row `y` of a subsampled component.
OVL_FN float region_column(const TiledImage& region, const Target& picture, int x, int y) {
  if (!picture.half_rows) return region_alpha(region, x, y);
  const float upper = region_alpha(region, x, 2 * y), lower = region_alpha(region, x, 2 * y + 1);
  if (!chroma_sees_above(picture)) return centered(upper, lower);
  return around(region_alpha(region, x, 2 * y - 1), upper, lower);
}
/// How much of a region covers a sample of a component: averages over the footprint of chroma, as
/// paint has them.
OVL_FN float region_coverage(const TiledImage& region, const Target& picture, int component, int x,
                             int y) {
  if (!is_subsampled(picture, component)) return region_alpha(region, x, y);
  const float on = region_column(region, picture, 2 * x, y);
  const float after = region_column(region, picture, 2 * x + 1, y);
  if (picture.siting == ChromaSiting::center) return centered(on, after);
  return around(region_column(region, picture, 2 * x - 1, y), on, after);
}

/// A component of the picture under a region: what passes read, and what they write at last.
struct PictureComponent {
  const PictureRecord* record = nullptr;
  int component = 0;
  Size size;  ///< of its plane
  TiledImage region;
  /// Not 0 where something that was to be painted before is missing: then nothing is changed. May
  /// be null.
  const std::uint32_t* lost = nullptr;

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
    return region_coverage(region, picture(), component, x, y) * record->strength;
  }

  /// Whether the region may cover any of some samples.
  [[nodiscard]] OVL_FN bool is_covered(IntRange x, IntRange y) const {
    if (!(record->strength > 0) || (lost != nullptr && *lost != 0)) return false;
    const bool halved = is_subsampled(picture(), component);
    const IntRange columns = tiles_under(x, halved ? 2 : 1);
    const IntRange rows = tiles_under(y, halved && picture().half_rows ? 2 : 1);
    for (int row = rows.first; row <= rows.last; ++row)
      for (int column = columns.first; column <= columns.last; ++column)
        if (region.is_occupied(column, row)) return true;
    return false;
  }
  /// The same of a tile.
  [[nodiscard]] OVL_FN bool is_wanted(int column, int row) const {
    return is_covered(around_tile(column, 0), around_tile(row, 0));
  }

 private:
  /// Tiles of the region that samples see, a sample having `scale` pixels; chroma sees one pixel
  /// more to the left and above.
  OVL_FN static IntRange tiles_under(IntRange samples, int scale) {
    return tiles_of(samples.first * scale - (scale - 1), samples.last * scale + scale - 1);
  }
};

/// The tiles of a plane that the region covers.
template <>
struct WantPass<PictureComponent> {
  static constexpr PassBlock block{32, 1};
  PictureComponent of;
  PlaneImage to;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to; }
  [[nodiscard]] OVL_FN bool wants(int column, int row) const { return of.is_wanted(column, row); }
};

/// Reads the wanted tiles of a component.
struct LoadPass {
  static constexpr PassBlock block{32, 1};
  PictureComponent from;
  PlaneImage to;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to; }
};

/// Mixes what was made of a component into it under its region: D' = D (1 - A) + A E. Writes no
/// sample where A is 0. `Made` hands out E by sample(x, y), and by line(), a row of a tile.
template <class Made>
struct MixPass {
  static constexpr PassBlock block{32, 1};
  PictureComponent to;
  Made from;
  Made alpha;  ///< what was made of alpha, where colours are straight

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PictureComponent& output() const { return to; }

  /// Mixes a sample, which is there, with `made`.
  OVL_FN void mix(int x, int y, float coverage, float made) const {
    const Target& picture = to.picture();
    std::byte* at = sample_at(to.plane(), x, y);
    const float under = load_sample(picture, at);
    store_sample(picture, at,
                 to.is_straight() ? mix_straight(x, y, under, coverage, made)
                                  : composite(picture, under, coverage, coverage * made));
  }

 private:
  /// Colours times alpha and alphas mix, and what they give is divided.
  [[nodiscard]] OVL_FN float mix_straight(int x, int y, float under, float coverage,
                                          float made) const {
    const Target& picture = to.picture();
    const float kept = to.opacity(x, y) * (1 - coverage);
    const float all = fma(coverage, alpha.sample(x, y) / whole_alpha(picture), kept);
    const float color = all > 0 ? fma(under, kept, coverage * made) / all : under;
    return is_float(picture.sample) ? with_one_nan(color) : round_even(limit(color, picture.max));
  }
};

}  // namespace overlace
