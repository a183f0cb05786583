// SPDX-License-Identifier: Apache-2.0
// curve_bezier: bends links into quadratic curves or circular arcs.
#include "node_list.h"
#include "nodes/parts/curve_params.h"

namespace overlace {
namespace {

struct Params : CurveEndParams {
  CurveStyle style = CurveStyle::quadratic;
  CurveToward toward = CurveToward::normal;
  Number bend{0.3F};
  bool alternate = true;
  Number tolerance{0.1F};
  int samples = 0;
};

CurveBezierOp lower(const Params& p, Vec2 center, const FrameTime& time) {
  return {
      .style = p.style,
      .toward = p.toward,
      .bend = p.bend.at(time),
      .alternate = p.alternate,
      .tolerance = p.tolerance.at(time).constant,
      .samples = p.samples,
      .ends = p.ends,
      .end_gap = p.end_gap.at(time).constant,
      .center = center,
  };
}

Lower<CurveOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  const Size picture = context.clip.size;
  const Vec2 center{static_cast<float>(picture.width) / 2, static_cast<float>(picture.height) / 2};
  return [params, center](const FrameTime& time) { return CurveOp(lower(*params, center, time)); };
}

}  // namespace

NodeType curve_bezier() {
  return Node<Params>("curve_bezier", Stage::curves, "Bends links into smooth curves.")
      .input("links", Stage::links, "The links to bend.")
      .choice<CurveStyle>("style", &Params::style,
                          {{"quadratic", CurveStyle::quadratic},
                           {"straight", CurveStyle::straight},
                           {"arc", CurveStyle::arc}},
                          "A parabola, a straight line, or a circular arc of the same height.")
      .number("bend", &Params::bend, {-2, 2, Unit::ratio},
              "Control point = middle of the link + its unit normal x link length x bend.")
      .choice<CurveToward>(
          "toward", &Params::toward,
          {{"normal", CurveToward::normal},
           {"up", CurveToward::up},
           {"down", CurveToward::down},
           {"center", CurveToward::center}},
          "Which way curves bend: each to one side; or up, down, or towards the centre of the "
          "picture, less so the more a link runs along that direction.")
      .boolean("alternate", &Params::alternate,
               "Bend each pair to its own side, the same in every frame.")
      .fixed_number("tolerance", &Params::tolerance, {0.01, 10, Unit::px},
                    "Largest distance between the drawn line and the true curve.")
      .integer("samples", &Params::samples, {0, 256, Unit::count},
               "Maximum segments per curve; 0 uses as many as the tolerance needs.")
      .with(curve_end_rows)
      .shown_with("end_gap", R"({"ends": "box"})")
      .prepares<CurveOp>(prepare);
}

}  // namespace overlace
