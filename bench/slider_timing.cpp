// SPDX-License-Identifier: Apache-2.0
// Steps of sliders.
#include "bench/slider_timing.h"

#include <fmt/format.h>

#include <cstdint>

#include "bench/reference_graph.h"
#include "bench/timer.h"
#include "render/session.h"

namespace overlace {
namespace {

constexpr int frames = 15'000, boxes = 10;

constexpr SliderCase cases[] = {
    {.name = "boxes",
     .nodes = R"("top": {"type": "draw_boxes", "inputs": {"tracks": "people"}})",
     .target = "top.opacity",
     .from = 0.5F,
     .step = 0.01F},
    {.name = "boxes at half size",
     .nodes = R"("top": {"type": "draw_boxes", "inputs": {"tracks": "people"}})",
     .target = "top.opacity",
     .from = 0.5F,
     .step = 0.01F,
     .scale = 0.5F},
    {.name = "trails",
     .nodes = R"("top": {"type": "draw_trails", "inputs": {"tracks": "people"}})",
     .target = "top.opacity",
     .from = 0.5F,
     .step = 0.01F},
    {.name = "width from an expression",
     .nodes = R"json("top": {"type": "draw_boxes", "inputs": {"tracks": "people"},
                 "params": {"stroke_width": {"expr": "1 + 4 * clamp(speed / 40, 0, 1)"}}})json",
     .target = "top.opacity",
     .from = 0.5F,
     .step = 0.01F},
    {.name = "links that fade",
     .nodes = R"("links": {"type": "link_knn", "inputs": {"points": "people"},
                 "params": {"k": 2, "fade_in": 8, "fade_out": 8}},
                 "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
                 "top": {"type": "draw_lines", "inputs": {"curves": "curves"}})",
     .target = "top.opacity",
     .from = 0.5F,
     .step = 0.01F},
    {.name = "links that fade, 300 remembered",
     .nodes = R"("links": {"type": "link_knn", "inputs": {"points": "people"},
                 "params": {"k": 2, "fade_in": 8, "fade_out": 8}},
                 "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
                 "top": {"type": "draw_lines", "inputs": {"curves": "curves"}})",
     .target = "top.opacity",
     .from = 0.5F,
     .step = 0.01F,
     .link_memory = 300},
    {.name = "heat, its opacity",
     .nodes = R"("top": {"type": "draw_heat", "inputs": {"tracks": "people"}})",
     .target = "top.opacity",
     .from = 0.5F,
     .step = 0.01F},
    {.name = "heat, its radius",
     .nodes = R"("top": {"type": "draw_heat", "inputs": {"tracks": "people"}})",
     .target = "top.radius",
     .from = 20,
     .step = 0.5F},
};

SessionDocument document_of(const SliderCase& slider) {
  const std::string text = fmt::format(
      R"({{"overlace": 1, "nodes": {{"people": {{"type": "track_file", "params": {{"path": "made"}}}},
          {}}}, "composite": ["top"]}})",
      slider.nodes);
  return {parse_json(text, slider.name), slider.name};
}

}  // namespace

std::span<const SliderCase> slider_cases() {
  return cases;
}

SliderTimes time_slider(const SliderCase& slider, const LoopOptions& options) {
  const BenchPlanOptions scene{
      .size = {1920, 1080}, .points = boxes, .frames = frames, .seed = options.seed};
  int tables_made = 0;
  ClipSources sources = bench_sources(scene);
  sources.clip.scale = slider.scale;
  sources.clip.size = {static_cast<int>(1920 * slider.scale),
                       static_cast<int>(1080 * slider.scale)};
  sources.read_tracks = [&tables_made, read = sources.read_tracks](const std::string& path) {
    ++tables_made;
    return read(path);
  };
  const Session session(document_of(slider), sources);
  const Size size = sources.clip.size;
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(size.width) *
                                   static_cast<std::size_t>(size.height) * 3);
  const ImageView image = rgb_view(size, pixels);
  const FrameTime time = time_of(sources.clip, frames / 2);
  std::unique_ptr<Replay> replay;
  SliderTimes times{.correct = true};
  double spent = 0;
  for (int round = -warm_up_rounds; round < options.rounds; ++round) {
    if (round >= least_rounds && spent > options.budget_ms) break;
    const float value =
        slider.from + slider.step * static_cast<float>((round + warm_up_rounds) % 50);
    std::shared_ptr<const Plan> plan;
    const double plan_ms = thread_milliseconds([&] {
      const PlanSettings settings{.values = {{slider.target, fmt::to_string(value)}}};
      plan = session.plan(session.analyse(settings.values), settings);
    });
    const double draw_ms = thread_milliseconds([&] {
      if (replay == nullptr || !replay->adopt(plan))
        replay =
            session.replay(plan, cpu_device({.threads = 1, .link_memory = slider.link_memory}));
      times.correct &= replay->draw(time, image).bytes_written > 0;
    });
    if (round < 0) continue;
    times.plan.push_back(plan_ms);
    times.draw.push_back(draw_ms);
    spent += plan_ms + draw_ms;
  }
  times.correct &= tables_made == 1;
  return times;
}

}  // namespace overlace
