// SPDX-License-Identifier: Apache-2.0
// draw_pattern: scan lines, a grid, dots, grain or a vignette over the whole picture.
#include <algorithm>
#include <cmath>

#include "graph/plan/paint.h"
#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  PatternKind kind = PatternKind::scan_lines;
  Number amount{0.25F};
  Paint color{Color{0, 0, 0, 1}};
  Number period{percent(0.6F)};
  Number share{0.5F};
  Number speed{0};
  Number rate{24};
};

void draw(const Params& p, const HostInputs& in, DisplayList& out) {
  const float period = std::max(p.period.at(in.time).constant, 1.0F);
  const double moved = static_cast<double>(p.speed.at(in.time).constant) * in.time.shown_s;
  const double step =
      std::floor(static_cast<double>(p.rate.at(in.time).constant) * in.time.shown_s);
  Primitive pattern;
  pattern.kind = PrimitiveKind::pattern;
  pattern.fill = fade(p.color.at(in.time).constant, p.amount.at(in.time).constant);
  // A pattern that moves down shows what was above, so the offset decreases.
  pattern.pattern = {.kind = p.kind,
                     .step = static_cast<std::uint32_t>(static_cast<std::int64_t>(step)),
                     .period = period,
                     .share = p.share.at(in.time).constant,
                     .offset = static_cast<float>(period - std::fmod(moved, double{period}))};
  if (pattern.fill.a > 0) out.primitives.push_back(pattern);
}

HostDraw prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  return [params](const HostInputs& in, DisplayList& out) { draw(*params, in, out); };
}

}  // namespace

NodeType draw_pattern() {
  return Node<Params>("draw_pattern", Stage::drawing,
                      "Paints scan lines, a grid, dots, grain or a vignette over the picture.")
      .per_frame()
      .choice<PatternKind>("kind", &Params::kind,
                           {{"scan_lines", PatternKind::scan_lines},
                            {"grid", PatternKind::grid},
                            {"dots", PatternKind::dots},
                            {"grain", PatternKind::grain},
                            {"vignette", PatternKind::vignette}},
                           "The pattern.")
      .number("amount", &Params::amount, {0, 1, Unit::ratio}, "Opacity where it is strongest.")
      .color("color", &Params::color, "Colour of lines, dots, grains and corners.")
      .number("period", &Params::period, {0, 1e4, Unit::px},
              "Distance from one line, dot or grain to the next; at least 1 px.")
      .number("share", &Params::share, {0, 1, Unit::ratio},
              "Painted part of that: a line's width, a dot's diameter; for a vignette, how far it "
              "reaches from the corners to the middle.")
      .fixed_number("speed", &Params::speed, {-1e5, 1e5, Unit::px_per_second},
                    "How fast lines and dots move down.")
      .fixed_number("rate", &Params::rate, {0, 240, Unit::hertz},
                    "How often grain changes; 0 keeps it still.")
      .shown_with(R"({"period": 8})")
      .shown_with("rate", R"({"kind": "grain"})")
      .draws(prepare);
}

}  // namespace overlace
