// SPDX-License-Identifier: Apache-2.0
// A frame's primitives as the tile kernels read them: colours in the target's working space,
// curves flattened, everything in plain records.
#pragma once

#include <cstdint>
#include <type_traits>

#include "color/overlay_color.h"
#include "gpu/kernels/affine_image.h"
#include "gpu/kernels/area.h"
#include "gpu/kernels/coverage.h"
#include "gpu/kernels/pattern.h"
#include "gpu/kernels/projected_image.h"
#include "graph/core/vec.h"
#include "graph/data/display_list.h"

namespace overlace {

enum class ItemKind : std::uint8_t {
  stroke,
  box,
  ellipse,
  diamond,
  glyph,
  area,
  image,
  projected_image,
  pattern,
  fill,
  layer
};

/// No group: painted directly onto the target.
inline constexpr std::uint32_t no_group = 0xFFFFFFFFU;

/// A glyph's bitmap, aligned to whole pixels. The texel of pixel (x + i, y + j) is
/// atlas[offset + i x step_x + j x step_y].
struct GlyphTexels {
  std::int32_t x = 0, y = 0;           ///< top-left pixel
  std::int32_t width = 0, height = 0;  ///< px
  std::uint32_t offset = 0;
  std::int32_t step_x = 1, step_y = 0;
};

/// What a stroke's paint depends on besides the distance from its line.
enum class StrokeDetail : std::uint8_t {
  none,   ///< one colour and one width, round ends
  along,  ///< colour, alpha or width change along the line
  cut,    ///< … or it has dashes, or ends that are cut straight
  stops,  ///< … or it has a middle stop of colour and width
};
/// Whether a stroke may have dashes or cut ends.
OVL_FN constexpr bool may_be_cut(StrokeDetail detail) {
  return detail >= StrokeDetail::cut;
}

/// A stroke's paint at its middle stop, between start and end.
struct StrokeMiddle {
  float c[3], a;     ///< as in WorkColor
  float half_width;  ///< px
  float at;          ///< fraction of the length before it, below 1; 0: no middle stop

  [[nodiscard]] OVL_FN WorkColor color() const { return {{c[0], c[1], c[2]}, a}; }
};

/// A stroke's dashes; see Dash.
struct StrokeDash {
  float period = 0, on = 0, phase = 0;  ///< px; without a period the line is solid
  float fade = 0;
};

/// A stroke's paint along its length, or a closed shape's paint over its area. GPUs read it in
/// 16-byte words, so members that belong together share one.
struct alignas(16) Item {
  ItemKind kind = ItemKind::fill;
  std::uint8_t gradient = 0;  ///< stroke: colour or alpha changes along the line
  std::uint8_t taper = 0;     ///< stroke: width changes along the line
  std::uint8_t thin = 0;      ///< both edges of the stroke can cross one pixel
  StrokeDetail detail = StrokeDetail::none;
  std::uint8_t butt = 0;      ///< stroke: ends and dashes are cut straight
  std::uint8_t closed = 0;    ///< stroke: the end meets the start
  std::uint8_t brackets = 0;  ///< box: the outline is kept near its corners only
  /// Its range of the scene's segments, in order along the stroke.
  std::uint32_t first_segment = 0, segment_count = 0;

  WorkColor stroke, stroke_end, fill;        ///< images: `stroke` is their tint
  float half_width = 0, half_width_end = 0;  ///< of the stroke, px
  float length = 0, inverse_length = 0;      ///< of the stroke, px and 1/px
  float glow_radius = 0, glow_inverse = 0, glow_gain = 0;
  float reach = 0;  ///< stroke: pixels whose centres are farther from the line are not painted

  Rect rect{};       ///< box, ellipse, diamond: edges of the outline; area, images: bounds
  float radius = 0;  ///< box: of the corners
  float arm = 0;     ///< brackets: px from each corner up to which the outline is kept
  std::uint32_t layer = 0;
  std::uint32_t group = no_group;
  StrokeDash dash;
  union {
    GlyphTexels glyph{};
    AreaCells area;
    ImagePlace image;
    const ProjectedImage* projected;  ///< among the words of the frame
    PatternPlace pattern;
    StrokeMiddle middle;  ///< stroke
  };
};
static_assert(std::is_trivially_copyable_v<Item>);

/// How a segment ends.
enum SegmentEnd : std::uint8_t {
  smooth_end = 0,  ///< the line continues in nearly the same direction
  round_end = 1,   ///< a cap or a sharp turn: the normal there points away from the end
  butt_end = 2,    ///< cut straight
};

/// A segment of a stroke's centre line: a chord and the parabola over it, which follows the curve
/// far closer than the chord does. The line's height over the chord at t px along it is bend x t x
/// (length - t). Items other than strokes have one segment without geometry.
struct alignas(16) Segment {
  // Integers come first: compilers load four floats where they need two, and integers that are
  // loaded as floats are denormals, which cost a hundred cycles each.
  std::uint32_t item = 0;
  std::uint8_t start_end = smooth_end, end_end = smooth_end;
  Vec2 start;
  Vec2 direction;  ///< unit vector of the chord; its left-hand normal (-y, x) is "over"
  float length = 0;
  float bend = 0;   ///< 1/px
  float along = 0;  ///< arc length of the stroke before this segment, px
};

/// A line that a segment's parabola stays within `slack` px of: parallel to its chord, of the same
/// length, at half the parabola's height.
struct SegmentAxis {
  float x, y;  ///< start
  float slack;
  float stretch;  ///< largest ratio of a pixel's true distance to that of nearest_on_segment
};
OVL_FN SegmentAxis axis_of(const Segment& segment) {
  const float over = segment.bend * segment.length * segment.length * 0.125F;
  const float slope = segment.bend * segment.length;  // at the ends; at most 0.4
  return {segment.start.x - segment.direction.y * over,
          segment.start.y + segment.direction.x * over, abs(over),
          1.0F + 0.55F * slope * slope};  // 0.55: at least 1 / (1 - slope^2 / 2)
}

/// A group to be blended as one. Groups are numbered in paint order; a parent precedes its
/// children.
struct Group {
  std::uint32_t parent = no_group;
  std::uint32_t depth = 1;  ///< 1 for a group directly on the target
  BlendMode blend = BlendMode::normal;
  float opacity = 1;
  /// The last group within this one, if its blend mode is `inside`: where that one paints nothing,
  /// neither does this one.
  std::uint32_t mask = no_group;
};

/// Added to bounds, px; more than rounding can change them by.
inline constexpr float bounds_slack = 0.01F;

/// How far from its axis a segment may paint, px, if it paints up to `reach` px from its line.
OVL_FN float reach_around(const SegmentAxis& axis, float reach) {
  return reach * axis.stretch + axis.slack + bounds_slack;
}

/// Segment `segment` may paint on tile columns [first, last] of one row of tiles.
struct Span {
  std::uint32_t segment = 0;
  std::uint16_t first = 0, last = 0;
  friend bool operator==(const Span&, const Span&) = default;
};

}  // namespace overlace
