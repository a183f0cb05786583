// SPDX-License-Identifier: Apache-2.0
// Stage 4, display list: what to paint in one frame, in paint order, bottom first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "graph/core/orientation.h"
#include "graph/core/vec.h"
#include "graph/data/curves.h"
#include "graph/data/electric.h"
#include "graph/data/primitive_owner.h"
#include "graph/data/texture.h"
#include "graph/data/track_columns.h"

namespace overlace {

enum class PrimitiveKind : std::uint8_t {
  curve,
  bolt,
  shape,
  glyph,
  area,
  image,
  projected_image,
  pattern,
  fill,
  group_begin,
  group_end,
  layer
};
enum class ShapeKind : std::uint8_t { rounded_box, corner_brackets, ellipse, diamond, cross };
/// How a group meets what is under it: by a separable mode of W3C Compositing and Blending 1 or by
/// `add`, or as an operator on what the group around it has painted so far.
enum class BlendMode : std::uint8_t {
  normal,
  add,
  screen,
  multiply,
  difference,
  lighten,
  darken,
  overlay,
  hard_light,
  soft_light,
  color_dodge,
  color_burn,
  exclusion,
  plus,   ///< lighter: the sum of both
  erase,  ///< destination-out: what lies outside of it is left
  inside  ///< destination-in: what lies inside of it is left
};
/// Whether a group changes the paint of the group around it, and never the picture.
[[nodiscard]] constexpr bool is_group_operator(BlendMode mode) {
  return mode >= BlendMode::plus;
}
enum class CapStyle : std::uint8_t { round, butt };

/// A closed shape around a centre, by signed distance (negative inside).
struct ShapeGeometry {
  Vec2 center;
  Vec2 half_size;       ///< px; stroke is centred on this outline
  float corner_radius;  ///< rounded_box, corner_brackets: px, at most the smaller half size
  float arm;            ///< corner_brackets: arm length px; cross: half gap in the middle px
  ShapeKind kind;
};

/// A bolt of lightning: a line of 2^octaves straight pieces along a way, see bolt_corner.
struct BoltGeometry {
  Vec2 p0, hc, p1;  ///< the way, as in Curve
  float w = 1;
  float amplitude = 0;  ///< how far its middle strays at most in the first octave, by |p1 - p0|
  PairRandom random;
  std::uint32_t arc = 0;  ///< its number among those of its pair
  std::uint32_t octaves = 1;
};

/// A glyph's coverage bitmap placed on whole pixels (sub-pixel phases are separate bitmaps).
struct GlyphGeometry {
  std::int32_t x, y;           ///< top-left pixel
  std::int32_t width, height;  ///< px; bitmap stride is width
  std::uint32_t offset;        ///< of the bitmap in the atlas
};

/// What closed rings enclose by the even-odd rule, whether or not they cross themselves or each
/// other: `count` of the display list's outline points, from `first` on.
struct AreaGeometry {
  std::uint32_t first, count;
};

/// Values that are there for one frame: size.width x size.height of them, row by row, in the
/// display list's values from `first` on; or, where they scroll, those of its scrolling[first].
struct FrameValues {
  Size size;
  std::uint32_t first = 0;
  bool scrolls = false;
};

/// Values that move to the left from frame to frame, a whole number of columns at a time.
struct ScrollingValues {
  const std::uint16_t* values = nullptr;  ///< hold until the next frame is drawn
  /// Two columns of the same source, version and number have the same values, in all frames that a
  /// replay draws.
  const void* source = nullptr;
  std::uint64_t version = 0;
  std::int64_t first_column = 0;  ///< number of the leftmost one
};

/// A texture seen through a matrix (see texture_matrix): it covers the parallelogram in which
/// 0 <= u <= width and 0 <= v <= height.
struct ImageGeometry {
  std::array<float, 6> to_texture;
  std::uint32_t texture;  ///< index into the display list's textures
  /// Unless they are empty: what the texture's ramp colours instead of the texture's own values.
  FrameValues values{};
};

/// A texture as a camera sees it on a plane: its corners (0, 0), (width, 0), (width, height) and
/// (0, height) are seen at `corners`, those of a convex quadrilateral.
struct ProjectedImageGeometry {
  std::array<Vec2, 4> corners;  ///< px
  std::uint32_t texture;        ///< index into the display list's textures
};

/// Regular or random patterns over the whole picture.
enum class PatternKind : std::uint8_t {
  scan_lines,  ///< level stripes
  grid,        ///< level and upright ones
  dots,        ///< discs in squares
  grain,       ///< a random coverage in each square
  vignette     ///< more towards the corners
};

/// A pattern that covers a part of each pixel of the picture, as it is shown.
struct PatternGeometry {
  PatternKind kind;
  std::uint32_t step;  ///< grain: another number gives other grains
  float period;        ///< px from one stripe, disc or grain to the next; at least 1
  float share;  ///< part of a period that is painted, 0..1; of the way to the corners of a vignette
  float offset;  ///< px that stripes and discs are moved up, below a period
};

/// Everything between group_begin and its group_end is painted on a transparent layer of its own,
/// which is then blended as one. Operators stand in a group. `inside` is the last thing in its own:
/// all that this one paints lies inside of it.
struct GroupGeometry {
  BlendMode blend;
  float opacity;  ///< 0..1
};

/// How many groups may be open at once.
inline constexpr std::uint32_t max_group_depth = 8;

/// A whole materialised layer painted at this place (index into the replay's layers).
struct LayerGeometry {
  std::uint32_t layer;
};

/// Dashes along a curve's arc length or a shape's perimeter; period 0 means a solid line.
struct Dash {
  float period = 0;  ///< px
  float on = 0;      ///< painted part of a period, px
  float phase = 0;   ///< px the pattern is moved forward along the line
  float fade = 0;    ///< part of a dash over which it comes and goes, 0..1: 1 is full in its middle
  float count = 0;   ///< periods on the whole line, all lengths being scaled for it; 0 scales none
};

/// Paint that a line has somewhere on its way from its start to its end.
struct MiddleStop {
  float at = 0;  ///< part of the line's length before it, below 1; 0 is none
  Color color{0, 0, 0, 0};
  float width = 0;  ///< px
};

/// Light outside the painted edge, of the same colour: gain x (1 - d/radius)^2, d in px from the
/// edge.
struct Glow {
  float radius = 0;  ///< px; 0 is none
  float gain = 0;    ///< 0..1
};

/// One object to paint. Exactly one geometry is live, by `kind`; the paint below means:
/// curve, bolt: stroke -> stroke_end along the line, by way of `middle`; shape: stroke and fill;
/// glyph, area, pattern, fill: fill only; images: the fill's alpha is their opacity, and the stroke
/// is a tint, its alpha the tint's strength. A curve, bolt or shape is blended once, whatever it
/// overlaps of itself.
struct Primitive {
  PrimitiveKind kind = PrimitiveKind::fill;
  CapStyle cap = CapStyle::round;
  /// Curve: goes on where the curve before it in the list ended. Curves so joined are one line,
  /// blended once, with the first one's cap, dash, glow and middle; its paint runs from the first
  /// one's start to the last one's end.
  bool joined = false;
  union {
    Curve curve;
    BoltGeometry bolt;
    ShapeGeometry shape;
    GlyphGeometry glyph;
    AreaGeometry area;
    ImageGeometry image;
    ProjectedImageGeometry projected_image;
    PatternGeometry pattern;
    GroupGeometry group;
    LayerGeometry layer;
    std::byte none;  ///< fill and group_end have no geometry
  };
  Color stroke{0, 0, 0, 0}, stroke_end{0, 0, 0, 0}, fill{0, 0, 0, 0};
  float width = 0, width_end = 0;  ///< full stroke width in px at start and end; 0 is no stroke
  /// Part of a line or an outline that is painted, from its start, 0 to 1; it shortens every dash
  /// where there are dashes.
  float trim_end = 1;
  MiddleStop middle;
  Dash dash;
  Glow glow;

  constexpr Primitive() : none{} {}
};
static_assert(std::is_trivially_copyable_v<Primitive>);

/// Coverage bitmaps of the glyphs of one replay, append-only, one byte per pixel. They stay where
/// they are while others are appended.
struct GlyphAtlas {
  std::vector<std::uint8_t> coverage;
};

/// The pictures that a plan's nodes paint with, by their index. They never change.
using Textures = std::vector<std::shared_ptr<const Texture>>;

/// A frame's primitives in paint order. Groups nest and are balanced.
struct DisplayList {
  std::vector<Primitive> primitives;
  std::vector<OutlinePoint> outlines;  ///< of areas
  std::vector<std::uint16_t> values;   ///< of images; 65535 is 1
  std::vector<ScrollingValues> scrolling{};
  const GlyphAtlas* atlas = nullptr;   ///< may be null when there are no glyphs
  const Textures* textures = nullptr;  ///< may be null when there are no images
  Orientation stored{};  ///< of what it is painted on; primitives are where they are to be seen
  std::optional<PrimitiveOwners> owners{};  ///< only where a host asks for them

  /// What is appended from here on was drawn by `owner`.
  void begin_owner(const PrimitiveOwner& owner) {
    if (owners) owners->begin(primitives.size(), owner);
  }
  /// … by the same node, for a row of its tracks; no_row for none.
  void begin_row(std::uint32_t row) {
    if (owners) owners->begin_row(primitives.size(), row);
  }

  /// Forgets the primitives and what only they refer to; keeps the memory.
  void clear() {
    primitives.clear();
    outlines.clear();
    values.clear();
    scrolling.clear();
    if (owners) owners->clear();
  }
  /// Appends another list's primitives; both must have the same atlas and textures.
  void append(const DisplayList& other) {
    const std::size_t before = primitives.size();
    const auto moved_outlines = static_cast<std::uint32_t>(outlines.size());
    const auto moved_values = static_cast<std::uint32_t>(values.size());
    const auto moved_scrolling = static_cast<std::uint32_t>(scrolling.size());
    if (owners && other.owners) owners->append(*other.owners, before);
    primitives.insert(primitives.end(), other.primitives.begin(), other.primitives.end());
    if (other.outlines.empty() && other.values.empty() && other.scrolling.empty()) return;
    for (Primitive& p : std::span(primitives).subspan(before)) {
      if (p.kind == PrimitiveKind::area) p.area.first += moved_outlines;
      if (p.kind == PrimitiveKind::image)
        p.image.values.first += p.image.values.scrolls ? moved_scrolling : moved_values;
    }
    outlines.insert(outlines.end(), other.outlines.begin(), other.outlines.end());
    values.insert(values.end(), other.values.begin(), other.values.end());
    scrolling.insert(scrolling.end(), other.scrolling.begin(), other.scrolling.end());
  }
};

}  // namespace overlace
