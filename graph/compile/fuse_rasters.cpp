// SPDX-License-Identifier: Apache-2.0
// fuse_rasters: decides where pixels are made. Fused, one tile pass paints the whole display list
// onto the frame; layered, each drawing first gets an FP16 layer.
#include "graph/compile/passes.h"

namespace overlace {
namespace {

bool is_draw(const Step& step) {
  return std::holds_alternative<DrawStep>(step.work);
}

/// Draws into layers first, then paints the layers, with the groups around them, onto the frame.
std::vector<Step> materialise_layers(std::vector<Step> steps, std::size_t& layers) {
  std::vector<Step> geometry, drawing, painting;
  for (Step& step : steps) {
    if (is_draw(step)) {
      const std::size_t layer = layers++;
      painting.push_back({.name = step.name, .stage = "tiles", .work = LayerStep{layer}});
      drawing.push_back(
          {.name = step.name + " (layer)", .stage = "tiles", .work = RasterStep{layer}});
      drawing.insert(drawing.end() - 1, std::move(step));
    } else if (std::holds_alternative<LinkStep>(step.work) ||
               std::holds_alternative<CurveStep>(step.work)) {
      geometry.push_back(std::move(step));
    } else {
      painting.push_back(std::move(step));
    }
  }
  for (auto* part : {&drawing, &painting})
    for (Step& step : *part) geometry.push_back(std::move(step));
  return geometry;
}

}  // namespace

std::size_t fuse_rasters(Compilation& c) {
  std::size_t draws = 0;
  for (const Step& step : c.plan.steps) draws += is_draw(step) ? 1 : 0;
  if (c.options.layered) c.plan.steps = materialise_layers(std::move(c.plan.steps), c.plan.layers);
  c.plan.steps.push_back({.name = "composite", .stage = "frame", .work = RasterStep{}});
  return c.options.layered ? c.plan.layers : draws;
}

}  // namespace overlace
