// SPDX-License-Identifier: Apache-2.0
// draw_guides: lines for framing a picture: safe areas, thirds, a cross, a grid, corners.
#include <algorithm>
#include <array>
#include <cmath>

#include "graph/data/polygons.h"
#include "graph/plan/paint.h"
#include "node_list.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

enum class GuideKind : std::uint8_t { action, title, thirds, cross, grid, corners };

struct Params : DashParams, GlowParams {
  GuideKind kind = GuideKind::thirds;
  Number width{percent(0.15F)};
  Number size{percent(6)};
  Number margin{percent(4)};
  Number opacity{0.6F};
  Paint color{Color{1, 1, 1, 1}};
};

// SMPTE ST 2046-1: shares of width and height that are safe for action and for titles.
constexpr float safe_action = 0.93F, safe_title = 0.9F;

/// Draws guides into a picture of some size.
class GuideLines {
 public:
  GuideLines(Vec2 picture, const LinePaint& paint, DisplayList& out)
      : picture_(picture), paint_(paint), out_(out) {}

  void safe_area(float part) {
    const Vec2 low = picture_ * ((1 - part) / 2), high = picture_ - low;
    append_ring(std::array{low, Vec2{high.x, low.y}, high, Vec2{low.x, high.y}}, paint_, out_);
  }
  void thirds() {
    for (const float part : {1.0F / 3, 2.0F / 3}) {
      upright(picture_.x * part);
      level(picture_.y * part);
    }
  }
  /// A cross of `size` px in the middle.
  void cross(float size) {
    const Vec2 center = picture_ * 0.5F, x{size / 2, 0}, y{0, size / 2};
    line(center - x, center + x);
    line(center - y, center + y);
  }
  /// Squares of `size` px, with a corner at the centre of the picture.
  void grid(float size) {
    constexpr float least = 2;  // px; a finer grid would be a solid area
    if (!(size >= least)) return;
    const Vec2 center = picture_ * 0.5F;
    for (float x = std::fmod(center.x, size); x < picture_.x; x += size) upright(x);
    for (float y = std::fmod(center.y, size); y < picture_.y; y += size) level(y);
  }
  /// Arms of `size` px in the corners, `margin` px from the sides.
  void corners(float size, float margin) {
    const Vec2 high{picture_.x - margin, picture_.y - margin};
    for (const float x : {margin, high.x})
      for (const float y : {margin, high.y}) {
        const float right = x == margin ? size : -size, down = y == margin ? size : -size;
        append_polyline(std::array{Vec2{x + right, y}, Vec2{x, y}, Vec2{x, y + down}}, paint_,
                        out_);
      }
  }

 private:
  void line(Vec2 from, Vec2 to) { append_polyline(std::array{from, to}, paint_, out_); }
  void upright(float x) { line({x, 0}, {x, picture_.y}); }
  void level(float y) { line({0, y}, {picture_.x, y}); }

  Vec2 picture_;
  const LinePaint& paint_;
  DisplayList& out_;
};

void draw(const Params& p, const HostInputs& in, DisplayList& out) {
  const Element none{};
  const float opacity = p.opacity.at(in.time).constant, size = p.size.at(in.time).constant;
  const LinePaint paint{.color = fade(p.color.at(in.time).constant, opacity),
                        .width = p.width.at(in.time).constant,
                        .dash = make_dash(p.dash(in.time), in.tracks, none),
                        .glow = make_glow(p.glow(in.time), in.tracks, none)};
  GuideLines lines(
      {static_cast<float>(in.clip.size.width), static_cast<float>(in.clip.size.height)}, paint,
      out);
  switch (p.kind) {
    case GuideKind::action:
      return lines.safe_area(safe_action);
    case GuideKind::title:
      return lines.safe_area(safe_title);
    case GuideKind::thirds:
      return lines.thirds();
    case GuideKind::cross:
      return lines.cross(size);
    case GuideKind::grid:
      return lines.grid(size);
    case GuideKind::corners:
      return lines.corners(size, p.margin.at(in.time).constant);
  }
}

HostDraw prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  return [params](const HostInputs& in, DisplayList& out) { draw(*params, in, out); };
}

}  // namespace

NodeType draw_guides() {
  return Node<Params>("draw_guides", Stage::drawing,
                      "Draws framing guides: safe areas, thirds, a grid.")
      .per_frame()
      .choice<GuideKind>("kind", &Params::kind,
                         {{"action", GuideKind::action},
                          {"title", GuideKind::title},
                          {"thirds", GuideKind::thirds},
                          {"cross", GuideKind::cross},
                          {"grid", GuideKind::grid},
                          {"corners", GuideKind::corners}},
                         "Which guide: the action-safe (93 %) or title-safe (90 %) area of SMPTE "
                         "ST 2046-1, thirds, a centre cross, a grid, or corners.")
      .number("width", &Params::width, {0, 64, Unit::px}, "Width of the lines.")
      .number("size", &Params::size, {0, 1e4, Unit::px},
              "Size of the cross, of the grid's squares, and of the corners' arms.")
      .number("margin", &Params::margin, {0, 1e4, Unit::px},
              "Distance of the corners from the edges of the picture.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the lines.")
      .color("color", &Params::color, "Colour of the lines.")
      .with(dash_rows)
      .with(glow_rows)
      .shown_with(R"({"width": 4, "dash_length": 9, "dash_gap": 7, "glow_radius": 5})")
      .shown_with("size", R"({"kind": "cross", "width": 4})")
      .shown_with("margin", R"({"kind": "corners", "width": 4})")
      .draws(prepare);
}

}  // namespace overlace
