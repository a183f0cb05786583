// SPDX-License-Identifier: Apache-2.0
// draw_outlines: draws the polygon or the mask of each tracked object.
#include "graph/data/mask_outline.h"
#include "graph/data/polygons.h"
#include "graph/plan/paint.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/shared_params.h"

namespace overlace {
namespace {

struct Params : DashParams, GlowParams, PresenceParams {
  Number stroke_width{percent(0.35F)};
  Number opacity{1};
  Paint color{Color{0.36F, 0.88F, 0.9F, 1}};
  Paint fill{Color{0.36F, 0.88F, 0.9F, 0.25F}};
};

/// Makes an outline larger or smaller around the middle of its object's box.
struct Resize {
  float size = 1;
  Vec2 middle;
  [[nodiscard]] Vec2 operator()(Vec2 p) const {
    return size == 1 ? p : middle + (p - middle) * size;
  }
};

/// Of the object at hand; its memory is kept.
struct Scratch {
  Resize resize;
  std::vector<Vec2> ring;
  MaskOutline mask;
};

/// Calls `use(ring)` for each ring of an object's polygon, or where it has none, of its mask's
/// outline.
template <class F>
void for_each_ring(const TrackTable& table, std::uint32_t row, Size picture, Scratch& scratch,
                   F use) {
  const std::span<const OutlinePoint> outline = table.outlines.of(row);
  std::vector<Vec2>& ring = scratch.ring;
  for (std::size_t i = 0; i < outline.size();) {
    ring.clear();
    const std::uint32_t number = outline[i].ring;
    for (; i < outline.size() && outline[i].ring == number; ++i)
      ring.push_back(scratch.resize(outline[i].at));
    use(std::span<const Vec2>(ring));
  }
  const std::span<const std::uint32_t> runs = table.mask_runs.of(row);
  if (!outline.empty() || runs.empty()) return;
  const Size grid = table.mask_size[row];
  const Vec2 scale{static_cast<float>(picture.width) / static_cast<float>(grid.width),
                   static_cast<float>(picture.height) / static_cast<float>(grid.height)};
  scratch.mask.trace(grid, runs);
  for (std::size_t i = 0; i < scratch.mask.ring_count(); ++i) {
    ring.clear();
    for (const Vec2 point : scratch.mask.ring(i))
      ring.push_back(scratch.resize({point.x * scale.x, point.y * scale.y}));
    use(std::span<const Vec2>(ring));
  }
}

void draw(const Params& p, Scratch& scratch, const HostInputs& in, DisplayList& out) {
  const TrackTable& table = *in.table;
  const FrameNumber width = p.stroke_width.at(in.time), opacity = p.opacity.at(in.time);
  const FrameColor color = p.color.at(in.time), fill = p.fill.at(in.time);
  const DashOp dash = p.dash(in.time);
  const GlowOp glow = p.glow(in.time);
  for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
    out.begin_row(row);
    const Presence there = presence_of(p.presence(), in.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    const float strength = opacity.at(in.tracks, object) * there.opacity;
    scratch.resize = {there.size, in.tracks.box[row].center()};
    const Color inside = fade(fill.at(in.tracks, object), strength);
    const LinePaint line{.color = fade(color.at(in.tracks, object), strength),
                         .width = width.at(in.tracks, object),
                         .dash = make_dash(dash, in.tracks, object),
                         .glow = make_glow(glow, in.tracks, object),
                         .trim_end = there.drawn};
    if (inside.a > 0) {
      AreaRings area(out);
      for_each_ring(table, row, in.clip.size, scratch,
                    [&](std::span<const Vec2> ring) { area.add(ring); });
      area.paint(inside);
    }
    for_each_ring(table, row, in.clip.size, scratch,
                  [&](std::span<const Vec2> ring) { append_ring(ring, line, out); });
  }
}

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  if (context.tracks != nullptr && context.tracks->outlines.empty() &&
      context.tracks->mask_runs.empty() && context.log)
    context.log("the tracks have neither outlines nor masks: draw_outlines draws nothing");
  return [params](const std::shared_ptr<GlyphAtlas>&) -> HostDraw {
    return [params, scratch = std::make_shared<Scratch>()](const HostInputs& in, DisplayList& out) {
      draw(*params, *scratch, in, out);
    };
  };
}

}  // namespace

NodeType draw_outlines() {
  return Node<Params>("draw_outlines", Stage::drawing,
                      "Draws the polygon or the mask of each tracked object.")
      .input("tracks", Stage::tracks,
             "The objects; those with neither polygon nor mask are skipped.")
      .number("stroke_width", &Params::stroke_width, {0, 64, Unit::px},
              "Width of the outline; 0 is none.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of outline and area.")
      .color("color", &Params::color, "Colour of the outline.")
      .color("fill", &Params::fill, "Colour of the area; transparent paints none.")
      .with(dash_rows)
      .with(glow_rows)
      .with(presence_rows)
      .draws_with_memory(prepare);
}

}  // namespace overlace
