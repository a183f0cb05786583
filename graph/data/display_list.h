// SPDX-License-Identifier: Apache-2.0
// Stage 4, display list: what to paint in one frame, in paint order, bottom first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
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
/// How a group is blended with what is below it: by a separable mode of W3C Compositing and
/// Blending 1 or by `add`, or as an operator on what the enclosing group has painted so far.
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
  erase,  ///< destination-out: keeps what lies outside of it
  inside  ///< destination-in: keeps what lies inside of it
};
/// Whether a group changes only the paint of the enclosing group, never the picture.
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

/// A bolt of lightning: 2^octaves straight pieces along a base curve, see bolt_corner.
struct BoltGeometry {
  Vec2 p0, hc, p1;  ///< the base curve, as in Curve
  float w = 1;
  float amplitude = 0;  ///< largest offset of its middle in the first octave, per |p1 - p0|
  PairRandom random;
  std::uint32_t arc = 0;  ///< index among the arcs of its pair
  std::uint32_t octaves = 1;
};

/// A glyph's coverage bitmap placed on whole pixels (sub-pixel phases are separate bitmaps).
struct GlyphGeometry {
  std::int32_t x, y;           ///< top-left pixel
  std::int32_t width, height;  ///< px; bitmap stride is width
  std::uint32_t offset;        ///< of the bitmap in the atlas
};

/// What closed rings enclose by the even-odd rule, even where they cross themselves or each other:
/// `count` of the display list's outline points, from `first`.
struct AreaGeometry {
  std::uint32_t first, count;
};

/// Values of one frame: size.width x size.height of them, row by row, in the display list's values
/// from `first`; if they scroll, those of its scrolling[first].
struct FrameValues {
  Size size;
  std::uint32_t first = 0;
  bool scrolls = false;
};

/// Values that move left from frame to frame, by whole columns.
struct ScrollingValues {
  const std::uint16_t* values = nullptr;  ///< valid until the next frame is drawn
  /// Columns with the same source, version and number have the same values in all frames that a
  /// replay draws.
  const void* source = nullptr;
  std::uint64_t version = 0;
  std::int64_t first_column = 0;  ///< number of the leftmost column
};

/// A texture seen through a matrix (see texture_matrix): it covers the parallelogram in which
/// 0 <= u <= width and 0 <= v <= height.
struct ImageGeometry {
  std::array<float, 6> to_texture;
  std::uint32_t texture;  ///< index into the display list's textures
  /// If not empty, the texture's ramp colours these instead of the texture's own values.
  FrameValues values{};
};

/// A texture on a plane seen by a camera: its corners (0, 0), (width, 0), (width, height) and
/// (0, height) appear at `corners`, which form a convex quadrilateral.
struct ProjectedImageGeometry {
  std::array<Vec2, 4> corners;  ///< px
  std::uint32_t texture;        ///< index into the display list's textures
};

/// Regular or random patterns over the whole picture.
enum class PatternKind : std::uint8_t {
  scan_lines,  ///< horizontal stripes
  grid,        ///< horizontal and vertical stripes
  dots,        ///< discs in squares
  grain,       ///< a random coverage in each square
  vignette     ///< coverage that grows towards the corners
};

/// A pattern that covers a part of each pixel of the displayed picture.
struct PatternGeometry {
  PatternKind kind;
  std::uint32_t step;  ///< grain: different numbers give different grain
  float period;        ///< px from one stripe, disc or grain to the next; at least 1
  float share;         ///< painted part of a period, 0..1; vignette: part of the way to the corners
  float offset;        ///< px by which stripes and discs are moved up, less than a period
};

/// Everything between group_begin and its group_end is painted on a transparent layer of its own,
/// which is then blended as one. Operators are always inside a group. `inside` comes last in its
/// group: everything that the group paints lies inside of it.
struct GroupGeometry {
  BlendMode blend;
  float opacity;  ///< 0..1
};

/// How many groups may be nested.
inline constexpr std::uint32_t max_group_depth = 8;

/// A whole materialised layer, painted here in paint order (index into the replay's layers).
struct LayerGeometry {
  std::uint32_t layer;
};

/// Dashes along a curve's arc length or a shape's perimeter; period 0 means a solid line.
struct Dash {
  float period = 0;  ///< px
  float on = 0;      ///< painted part of a period, px
  float phase = 0;   ///< px by which the pattern is moved forward along the line
  float fade = 0;    ///< part of a dash that fades in and out, 0..1: 1 is full only in its middle
  float count = 0;   ///< periods on the whole line, all lengths scaled to fit; 0: not scaled
};

/// A line's paint at one point between its start and its end.
struct MiddleStop {
  float at = 0;  ///< part of the line's length before it, below 1; 0: none
  Color color{0, 0, 0, 0};
  float width = 0;  ///< px
};

/// Light outside the painted edge, of the same colour: gain x (1 - d/radius)^2, d in px from the
/// edge.
struct Glow {
  float radius = 0;  ///< px; 0 is none
  float gain = 0;    ///< 0..1
};

/// One object to paint. Exactly one geometry is live, by `kind`, which also says how paint is used:
/// curve, bolt: stroke -> stroke_end along the line, by way of `middle`; shape: stroke and fill;
/// glyph, area, pattern, fill: fill only; images: the fill's alpha is their opacity, and the stroke
/// is a tint whose alpha is its strength. A curve, bolt or shape is blended once, even where it
/// overlaps itself.
struct Primitive {
  PrimitiveKind kind = PrimitiveKind::fill;
  CapStyle cap = CapStyle::round;
  /// Curve: continues the curve before it in the list. Curves joined in this way are one line,
  /// blended once, with the first one's cap, dash, glow and middle; the paint runs from the first
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
  /// Part of a line or outline that is painted, from its start, 0 to 1; with dashes, every dash is
  /// shortened instead.
  float trim_end = 1;
  MiddleStop middle;
  Dash dash;
  Glow glow;

  constexpr Primitive() : none{} {}
};
static_assert(std::is_trivially_copyable_v<Primitive>);

class TextRuns;  // text/text_runs.h

/// Coverage bitmaps of one replay's glyphs, append-only, one byte per pixel. Appending does not
/// change the offsets of the others.
struct GlyphAtlas {
  std::vector<std::uint8_t> coverage;
  /// Fonts, shaped lines and glyphs of the painters that fill it, by font and way of reading: a
  /// painter of the same kind continues with them. They live as long as any painter.
  std::map<std::string, std::weak_ptr<TextRuns>> runs{};
};

/// The pictures that a plan's nodes paint with, by index. They never change.
using Textures = std::vector<std::shared_ptr<const Texture>>;

/// A frame's primitives in paint order. Groups nest and are balanced.
struct DisplayList {
  std::vector<Primitive> primitives;
  std::vector<OutlinePoint> outlines;  ///< of areas
  std::vector<std::uint16_t> values;   ///< of images; 65535 is 1
  std::vector<ScrollingValues> scrolling{};
  const GlyphAtlas* atlas = nullptr;   ///< may be null when there are no glyphs
  const Textures* textures = nullptr;  ///< may be null when there are no images
  Orientation stored{};  ///< of what it is painted on; primitives are in displayed coordinates
  std::optional<PrimitiveOwners> owners{};  ///< only where a host asks for them

  /// Everything appended from here on is drawn by `owner`.
  void begin_owner(const PrimitiveOwner& owner) {
    if (owners) owners->begin(primitives.size(), owner);
  }
  /// The same for a row of that node's tracks; no_row for none.
  void begin_row(std::uint32_t row) {
    if (owners) owners->begin_row(primitives.size(), row);
  }

  /// Removes the primitives and the data that only they use; keeps the memory.
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
