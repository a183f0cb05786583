// SPDX-License-Identifier: Apache-2.0
// Operations: what a node asks of a device for one frame, as plain records. A node lowers its
// parameters to one of these; each back-end knows how to run every one of them.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "graph/data/anchor.h"
#include "graph/data/curve_parts.h"
#include "graph/data/curves.h"
#include "graph/data/display_list.h"
#include "graph/data/links.h"
#include "graph/data/tracks.h"
#include "graph/values/property.h"

namespace overlace {

enum class ClassRule : std::uint8_t { any, same, different };
enum class KnnBackend : std::uint8_t { grid, faiss };
enum class CurveStyle : std::uint8_t { quadratic, straight, arc };
enum class CurveToward : std::uint8_t { normal, up, down, center };
enum class BoxStyle : std::uint8_t { rounded, corners, circle, ellipse, capsule, diamond };
enum class PointStyle : std::uint8_t { dot, ring, cross };
enum class ImageFit : std::uint8_t {
  size,     ///< of height `size`
  box,      ///< as large as fits into the box
  stretch,  ///< fills the whole box
};

/// How links outlive the frames whose rules choose them. A link is born in a frame that chooses it,
/// lives while both ends exist and are within leave_distance, and then fades out where it last was.
/// Fades are the same in every frame of a clip.
struct LinkMemoryOp {
  float leave_distance = 0;   ///< px; hysteresis; 0 = lives only while chosen
  std::int32_t fade_in = 0;   ///< frames from birth to full strength
  std::int32_t fade_out = 0;  ///< frames from death to nothing
  bool tells_age = false;     ///< link ages are read; otherwise they may be 0
  [[nodiscard]] bool remembers() const {
    return leave_distance > 0 || fade_in > 0 || fade_out > 0 || tells_age;
  }
};

/// Links each point to its nearest neighbours. Distances in px; limits are inclusive.
struct LinkKnnOp {
  std::int32_t k = 5;      ///< neighbours wanted per point
  float max_distance = 0;  ///< 0 = no limit
  float min_distance = 0;
  float max_delta_y = 0;        ///< 0 = no limit
  std::int32_t max_degree = 0;  ///< links per point, shortest first; 0 = no limit
  bool mutual = false;          ///< keep a pair only when each is among the other's k
  bool once = true;             ///< one line per pair, otherwise one per direction
  ClassRule classes = ClassRule::any;
  Anchor anchor = Anchor::center;
  KnnBackend backend = KnnBackend::grid;
  LinkMemoryOp memory;
};

/// Turns links into curves.
struct CurveBezierOp {
  CurveStyle style = CurveStyle::quadratic;
  CurveToward toward = CurveToward::normal;  ///< else scaled by how far the normal points there
  FrameNumber bend;          ///< control point = midpoint + unit normal x length x bend
  bool alternate = true;     ///< side chosen by the pair of ids, otherwise always the same
  float tolerance = 0.1F;    ///< largest distance between polyline and curve, px
  std::int32_t samples = 0;  ///< fixed segments per curve; 0 = from `tolerance`
  CurveEnds ends = CurveEnds::anchor;
  float end_gap = 0;  ///< px by which boxes and ellipses are enlarged for `ends`
  Vec2 center{};      ///< of the picture, px
};

/// Dash pattern in px; a dash length of 0 is a solid line.
struct DashOp {
  FrameNumber length, gap, offset;
  FrameNumber fade, count;  ///< see Dash
};
struct GlowOp {
  FrameNumber radius, gain;
};

/// What a line ends in.
enum class LineHead : std::uint8_t { none, triangle, open, dot, bar, diamond };

struct DrawLinesOp {
  FrameNumber width, width_end;                    ///< px at start and end
  FrameNumber trim_start, trim_end{1, false, {}};  ///< part of the line that is drawn, 0..1
  FrameNumber opacity;                             ///< 0..1
  FrameColor color, color_end;                     ///< `color` read from end a, `color_end` from b
  FrameNumber middle;        ///< position of `color_middle`, 0..1; none at 0 and 1
  FrameNumber middle_width;  ///< width there, relative to what it would be without
  FrameColor color_middle;
  DashOp dash;
  GlowOp glow;
  CapStyle cap = CapStyle::round;
  PresenceOp presence;
  LineHead head = LineHead::none, tail = LineHead::none;  ///< at end b, at end a
  FrameNumber head_size;                                  ///< length of either head, px

  [[nodiscard]] bool has_heads() const { return head != LineHead::none || tail != LineHead::none; }
};

struct DrawBoxesOp {
  BoxStyle style = BoxStyle::rounded;
  bool square = false;  ///< all sides as long as the longer ones, about the same centre
  FrameNumber stroke_width, corner_radius, padding, corner_length, opacity;
  FrameColor color, fill;  ///< stroke and fill colours
  DashOp dash;
  GlowOp glow;
  PresenceOp presence;
};

struct DrawPointsOp {
  PointStyle style = PointStyle::dot;
  Anchor anchor = Anchor::center;
  FrameNumber size;  ///< diameter, px
  FrameNumber stroke_width, opacity;
  FrameColor color;
  GlowOp glow;
  PresenceOp presence;
};

/// Particles emitted by the rows of earlier frames. How they fly is constant over the clip, so that
/// each continues as it was born; how they look may change.
struct DrawParticlesOp {
  Anchor anchor = Anchor::center;
  std::int32_t frame = 0;    ///< being drawn, counted from the clip's first frame
  std::int32_t frames = 0;   ///< how many earlier frames may have particles still alive
  std::int32_t parts = 0;    ///< most particles that a row emits
  std::uint64_t births = 0;  ///< per row, in units of 2^-32
  std::uint32_t seed = 0;
  float frame_s = 0;                  ///< seconds per frame
  float life_s = 0, life_spread = 0;  ///< the longest; as a fraction: at least 1 - life_spread
  float scatter = 0;                  ///< from the anchor, in half sizes of the box
  float angle = 0, spread = 0;        ///< degrees: the middle direction, and the whole fan
  float speed = 0, speed_spread = 0;  ///< px/s, the highest; as a fraction, as above
  float inherit = 0;                  ///< fraction of the object's velocity that a particle keeps
  float drag = 0;                     ///< 1/s: the speed falls as exp(-drag t)
  float gravity = 0;                  ///< px/s^2, downwards
  FrameNumber size, size_end;         ///< diameter, px, at birth and at the end of life
  FrameNumber opacity;
  FrameColor color, color_end;
  GlowOp glow;
};

/// The same on a clip of variable rate, where births and ages follow the frames' own times: the
/// host makes them. Of `flight`, `births`, `frame_s` and `frames` are those of the nominal rate.
struct DrawTimedParticlesOp {
  DrawParticlesOp flight;
  float rate = 0;  ///< births per second of each object
};

/// Most particles that a frame may show, including dead ones.
[[nodiscard]] inline std::size_t most_particles(const DrawParticlesOp& op,
                                                const TrackTable& tracks) {
  return busiest_frames(tracks, op.frames) * static_cast<std::size_t>(op.parts);
}

/// Lightning arcs along a curve. Mapped values are read from end a; `color` also from end b.
struct DrawElectricOp {
  FrameNumber width;      ///< px
  FrameNumber amplitude;  ///< see BoltGeometry
  FrameNumber opacity;    ///< 0..1
  FrameColor color;
  GlowOp glow;
  PresenceOp presence;
  std::int32_t parts = 1;     ///< arcs: the main one and its branches
  std::uint32_t octaves = 1;  ///< of the main one
  std::uint32_t seed = 0;
  std::uint32_t step = 0;  ///< time step, during which arcs do not change
};

/// Paints the whole frame with one colour.
struct DrawFillOp {
  FrameColor color;
};

/// A texture placed at a box.
struct PlacedTexture {
  std::uint32_t texture = 0;  ///< index into the plan's textures
  Size texels;                ///< of the texture
  BoxPosition position = BoxPosition::top;
  ImageFit fit = ImageFit::size;
  bool inside = false;  ///< inside the box; otherwise around it, unless it is fitted to the box
};

/// Paints a texture at each row's box.
struct DrawImagesOp {
  PlacedTexture image;
  FrameNumber size;    ///< height, px; 0 is the texture's own
  FrameNumber margin;  ///< px from the box's sides
  FrameNumber opacity;
  PresenceOp presence;
};

/// Paints a texture at a position in the picture, on whole pixels.
struct DrawImageOp {
  PlacedTexture image;
  Box frame;         ///< the whole picture
  float size = 0;    ///< as in DrawImagesOp
  float margin = 0;  ///< px from the picture's sides
  float opacity = 1;
};

/// Paints a texture with its corners at given points: see ProjectedImageGeometry.
struct DrawProjectedImageOp {
  ProjectedImageGeometry image;
  float opacity = 1;
};

/// What one wire brings to a host function. Links and curves refer to rows of `tracks`.
struct HostInput {
  std::size_t port = 0;               ///< of the node type, in order of declaration
  const TrackTable* table = nullptr;  ///< null if there are no tracks upstream
  TrackView tracks;
  std::span<const Link> links;
  std::span<const Curve> curves;
};

/// What a host function sees of one frame. The table, links and curves here are the first that any
/// wire brings; `wires` has all of them.
struct HostInputs {
  FrameTime time;
  ClipInfo clip;
  const TrackTable* table = nullptr;  ///< null if there are no tracks upstream
  TrackView tracks;
  std::span<const Link> links;
  std::span<const Curve> curves;
  std::span<const HostInput> wires;  ///< in port order; none for unwired ports

  /// The first wire of a port; null if it is not wired.
  [[nodiscard]] const HostInput* wire(std::size_t port) const {
    for (const HostInput& input : wires)
      if (input.port == port) return &input;
    return nullptr;
  }
};

// Links, curves or primitives made by a node's own code on the host, where no device operation does
// it. The function appends to its output and must be a pure function of its inputs. The operation
// only points to it: it is made once, by the node's `prepare`, and lives as long as the plan.
// Replays on several threads share it.
using HostLinks = std::function<void(const HostInputs&, std::vector<Link>&)>;
using HostCurves = std::function<void(const HostInputs&, std::vector<Curve>&)>;
using HostDraw = std::function<void(const HostInputs&, DisplayList&)>;

/// Make the function that links or draws for one replay. What it captures besides the parameters,
/// such as fonts, shaped lines and scratch memory, belongs to that replay, as do the bitmaps of its
/// glyphs in `atlas`. Replays on several threads thus share neither mutable memory nor locks.
using MakeHostLinks = std::function<HostLinks()>;
class MakeHostDraw {
 public:
  using Make = std::function<HostDraw(const std::shared_ptr<GlyphAtlas>& atlas)>;

  MakeHostDraw() = default;
  /// Its draws have at most `groups` groups open at once, for which a device reserves memory. The
  /// outermost has the blend mode `normal`.
  template <class F>
    requires std::convertible_to<F, Make>
  MakeHostDraw(F make, std::uint32_t groups = 0) : make_(std::move(make)), groups_(groups) {}

  [[nodiscard]] HostDraw operator()(const std::shared_ptr<GlyphAtlas>& atlas) const {
    return make_(atlas);
  }
  /// False if there is nothing to draw.
  explicit operator bool() const { return static_cast<bool>(make_); }
  [[nodiscard]] std::uint32_t groups() const { return groups_; }

 private:
  Make make_;
  std::uint32_t groups_ = 0;
};
struct HostLinksOp {
  const MakeHostLinks* make = nullptr;
  std::size_t links_per_point = 1;  ///< typical; the slot grows if there are more
  Anchor anchor = Anchor::center;   ///< the one that its links join
  LinkMemoryOp memory;
};
struct HostCurvesOp {
  const HostCurves* run = nullptr;
  std::size_t curves_per_link = 1;  ///< typical; the slot grows if there are more
};
struct HostDrawOp {
  const MakeHostDraw* make = nullptr;
};
/// Lines that cut gaps into those below them where they cross. They depend on each other, which a
/// device's lines cannot: the host draws them.
struct DrawLinesWithGapsOp {
  static constexpr std::uint32_t groups = 2;  ///< one of all lines, in it one that erases
  DrawLinesOp lines;
  float clear = 0;  ///< px on each side of a line; 0 leaves no gaps
};

using LinkOp = std::variant<LinkKnnOp, HostLinksOp>;
using CurveOp = std::variant<CurveBezierOp, HostCurvesOp>;
using DrawOp = std::variant<DrawLinesOp, DrawBoxesOp, DrawPointsOp, DrawParticlesOp, DrawElectricOp,
                            DrawImagesOp, DrawImageOp, DrawProjectedImageOp, DrawFillOp,
                            DrawTimedParticlesOp, DrawLinesWithGapsOp, HostDrawOp>;

/// Whether the host makes the primitives of an operation, whatever draws them.
[[nodiscard]] inline bool is_drawn_on_host(const DrawOp& op) {
  return std::holds_alternative<HostDrawOp>(op) ||
         std::holds_alternative<DrawLinesWithGapsOp>(op) ||
         std::holds_alternative<DrawTimedParticlesOp>(op);
}
/// The most groups that an operation's draws have open at once.
[[nodiscard]] inline std::uint32_t groups_opened_by(const DrawOp& op) {
  if (const auto* host = std::get_if<HostDrawOp>(&op)) return host->make->groups();
  return std::holds_alternative<DrawLinesWithGapsOp>(op) ? DrawLinesWithGapsOp::groups : 0;
}

/// The memory of any link operation, and the anchor that its links join.
[[nodiscard]] inline const LinkMemoryOp& memory_of(const LinkOp& op) {
  return std::visit([](const auto& any) -> const LinkMemoryOp& { return any.memory; }, op);
}
[[nodiscard]] inline LinkMemoryOp& memory_of(LinkOp& op) {
  return std::visit([](auto& any) -> LinkMemoryOp& { return any.memory; }, op);
}
[[nodiscard]] inline Anchor anchor_of(const LinkOp& op) {
  return std::visit([](const auto& any) { return any.anchor; }, op);
}

/// A prepared node: returns the operation of each frame, with its parameters bound and captured.
/// Called from several threads.
template <class Op>
using Lower = std::function<Op(const FrameTime&)>;

}  // namespace overlace
