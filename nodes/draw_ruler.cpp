// SPDX-License-Identifier: Apache-2.0
// draw_ruler: a grid with its coordinates, for whoever has to write them down.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "graph/data/polygons.h"
#include "graph/plan/paint.h"
#include "node_list.h"
#include "nodes/parts/text_params.h"
#include "text/quarters.h"

namespace overlace {
namespace {

struct Params : TextParams {
  Params() {
    size = Number{percent(2)};
    plate_padding = Number{percent(0.4F)};
  }
  int divisions = 10;
  Number width{percent(0.15F)};
  Paint line_color{Color{1, 1, 1, 0.45F}};
  Number margin{percent(0.8F)};
};

/// What the lines between equal parts of a side are called: their share of it, and their distance
/// from its beginning in pixels of the document.
std::vector<std::string> labels_of(int divisions, int side, std::string_view between) {
  std::vector<std::string> labels;
  for (int i = 1; i < divisions; ++i) {
    const double share = double(i) / divisions;
    labels.push_back(fmt::format("{:.4g}%{}{:.0f}", 100 * share, between, share * side));
  }
  return labels;
}

/// What a plan holds for a ruler.
struct PlannedRuler {
  PlannedRuler(std::shared_ptr<const Params> p, PrepareContext& context)
      : params(std::move(p)),
        across(labels_of(params->divisions, at_full_size(context.clip).size.width, "\n")),
        down(labels_of(params->divisions, at_full_size(context.clip).size.height, "  ")),
        fonts(chosen_font(params->font, std::array<std::string_view, 1>{"0123456789.%"}, context)) {
  }

  std::shared_ptr<const Params> params;
  std::vector<std::string> across, down;  ///< labels, from the left and from the top
  FontFamily fonts;
};

/// Draws the rulers of one frame.
class RulerWriter {
 public:
  RulerWriter(std::shared_ptr<const PlannedRuler> planned, const std::shared_ptr<GlyphAtlas>& atlas)
      : planned_(std::move(planned)), painter_(planned_->fonts, atlas) {}

  void draw(const HostInputs& in, DisplayList& out) {
    const Params& p = *planned_->params;
    const Element none{};
    const TextStyle look = FrameTextStyle(p, in.time).at(in.tracks, none);
    const LinePaint line{.color = fade(p.line_color.at(in.time).constant, look.opacity),
                         .width = p.width.at(in.time).constant,
                         .dash = {},
                         .glow = {}};
    const int margin = round_quarters(p.margin.at(in.time).constant);
    const Vec2 picture{static_cast<float>(in.clip.size.width),
                       static_cast<float>(in.clip.size.height)};
    each_line(picture.x, [&](float x, std::size_t) {
      append_polyline(std::array{Vec2{x, 0}, Vec2{x, picture.y}}, line, out);
    });
    each_line(picture.y, [&](float y, std::size_t) {
      append_polyline(std::array{Vec2{0, y}, Vec2{picture.x, y}}, line, out);
    });
    each_line(picture.x, [&](float x, std::size_t i) {
      const QuarterVec size = painter_.measure(planned_->across[i], look);
      painter_.paint(planned_->across[i], look, {round_quarters(x) - size.x / 2, margin}, size,
                     BoxPosition::top, out);
    });
    each_line(picture.y, [&](float y, std::size_t i) {
      const QuarterVec size = painter_.measure(planned_->down[i], look);
      painter_.paint(planned_->down[i], look, {margin, round_quarters(y) - size.y / 2}, size,
                     BoxPosition::left, out);
    });
  }

 private:
  template <class Visit>
  void each_line(float side, const Visit& visit) const {
    const int divisions = planned_->params->divisions;
    for (int i = 1; i < divisions; ++i)
      visit(side * static_cast<float>(i) / static_cast<float>(divisions),
            static_cast<std::size_t>(i - 1));
  }

  std::shared_ptr<const PlannedRuler> planned_;
  TextPainter painter_;
};

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  const auto planned = std::make_shared<const PlannedRuler>(std::move(params), context);
  return [planned](const std::shared_ptr<GlyphAtlas>& atlas) -> HostDraw {
    return [writer = std::make_shared<RulerWriter>(planned, atlas)](
               const HostInputs& in, DisplayList& out) { writer->draw(in, out); };
  };
}

}  // namespace

NodeType draw_ruler() {
  return Node<Params>("draw_ruler", Stage::drawing,
                      "Draws a grid with its coordinates, in percent of the picture and in pixels: "
                      "for placing lines and zones.")
      .per_frame()
      .integer("divisions", &Params::divisions, {2, 100, Unit::count},
               "Parts into which width and height are divided.")
      .number("width", &Params::width, {0, 64, Unit::px}, "Width of the lines.")
      .color("line_color", &Params::line_color, "Colour of the lines.")
      .number("margin", &Params::margin, {0, 1e4, Unit::px},
              "Distance of the texts from the top and the left edge.")
      .with(text_rows)
      .shown_with(R"({"size": 8, "border_width": 2, "shadow": 2, "divisions": 4})")
      .never_seen("upper_case", "numbers have no capitals")
      .draws_with_memory(prepare);
}

}  // namespace overlace
