// SPDX-License-Identifier: Apache-2.0
// From the picture as shown to the picture as stored: scenes are built upright and their records
// turned last, so that nothing else has to know about orientations.
#pragma once

#include "gpu/kernels/scene.h"
#include "graph/core/orientation.h"

namespace overlace {

/// Turns records into a stored picture of size `size`.
struct OrientationTransform {
  Orientation stored;
  Size size;

  [[nodiscard]] OVL_FN bool changes_nothing() const { return stored == Orientation{}; }

  [[nodiscard]] OVL_FN Vec2 direction(Vec2 d) const {
    if (stored.transposed) d = {d.y, d.x};
    return {stored.flip_x ? -d.x : d.x, stored.flip_y ? -d.y : d.y};
  }
  [[nodiscard]] OVL_FN Vec2 point(Vec2 p) const {
    if (stored.transposed) p = {p.y, p.x};
    return {stored.flip_x ? static_cast<float>(size.width) - p.x : p.x,
            stored.flip_y ? static_cast<float>(size.height) - p.y : p.y};
  }

  OVL_FN void apply(Segment& segment) const {
    if (changes_nothing()) return;
    segment.start = point(segment.start);
    segment.direction = direction(segment.direction);
    if (stored.mirrors()) segment.bend = -segment.bend;  // "over" the chord is its other side now
  }
  OVL_FN void apply(Item& item) const {
    if (changes_nothing()) return;
    const Vec2 a = point({item.rect.left, item.rect.top});
    const Vec2 b = point({item.rect.right, item.rect.bottom});
    item.rect = {min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)};
    if (item.kind == ItemKind::glyph) apply(item.glyph);
    if (item.kind == ItemKind::image) apply(item.image);
    if (item.kind == ItemKind::pattern) apply(item.pattern);
  }

 private:
  /// Makes the matrix take points of the stored picture.
  OVL_FN void apply(ImagePlace& image) const {
    for (float* row : {image.m, image.m + 3}) {
      const Vec2 factor = direction({row[0], row[1]});
      // What is stored at 0 of a flipped axis is shown at that axis' other end.
      if (stored.flip_x) row[2] = fma(-factor.x, static_cast<float>(size.width), row[2]);
      if (stored.flip_y) row[2] = fma(-factor.y, static_cast<float>(size.height), row[2]);
      row[0] = factor.x;
      row[1] = factor.y;
    }
  }
  OVL_FN void apply(PatternPlace& pattern) const {
    pattern.transposed = stored.transposed;
    pattern.flip_x = stored.flip_x;
    pattern.flip_y = stored.flip_y;
  }
  OVL_FN void apply(GlyphTexels& glyph) const {
    if (stored.transposed) {
      glyph = {glyph.y,      glyph.x,      glyph.height, glyph.width,
               glyph.offset, glyph.step_y, glyph.step_x};
    }
    if (stored.flip_x) {
      glyph.x = size.width - (glyph.x + glyph.width);
      glyph.offset += static_cast<std::uint32_t>((glyph.width - 1) * glyph.step_x);
      glyph.step_x = -glyph.step_x;
    }
    if (stored.flip_y) {
      glyph.y = size.height - (glyph.y + glyph.height);
      glyph.offset += static_cast<std::uint32_t>((glyph.height - 1) * glyph.step_y);
      glyph.step_y = -glyph.step_y;
    }
  }
};

}  // namespace overlace
