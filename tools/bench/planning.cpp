// SPDX-License-Identifier: Apache-2.0
// Rounds of planning.
#include "tools/bench/planning.h"

#include <fmt/format.h>

#include "graph/compile/compile.h"
#include "graph/document/document.h"
#include "graph/types/registry.h"
#include "render/plan_cache.h"
#include "tools/bench/plan.h"
#include "tools/bench/timer.h"

namespace overlace {
namespace {

/// The width of the plan's lines, px.
float line_width(const Plan& plan) {
  for (const Step& step : plan.steps) {
    const auto* draw = std::get_if<DrawStep>(&step.work);
    if (draw == nullptr) continue;
    const DrawOp op = draw->lower({});
    if (const auto* lines = std::get_if<DrawLinesOp>(&op)) return lines->width.constant;
  }
  return -1;
}

}  // namespace

PlanningTimes time_planning(int boxes, const ReplayOptions& replay, const LoopOptions& options) {
  const BenchPlanOptions scene{.points = boxes, .seed = options.seed};
  const Json document = bench_document(scene);
  int tables_made = 0;
  TrackCache cache;
  const ClipSources sources{.clip = bench_clip(scene), .read_tracks = [&](const std::string&) {
                              ++tables_made;
                              return bench_tracks(scene);
                            }};
  const auto plan_with = [&](int width) {
    Json changed = document;
    apply_settings(changed, {{"lines.width", fmt::format("{}", width)}}, builtin_nodes());
    const Graph graph = build_graph(changed, "the scene", builtin_nodes());
    return compile(graph, analyse(graph, sources, cache));
  };
  PlanCache plans;
  const ClipInfo clip = bench_clip(scene);
  int plans_made = 0;
  const PlanMaker maker{.plan =
                            [&] {
                              ++plans_made;
                              return MadePlan{plan_with(1), {}};
                            },
                        .replay = [&](const auto& plan) -> std::unique_ptr<Replay> {
                          return make_cpu_replay(plan, replay);
                        }};
  const std::vector<Setting> settings{{"lines.width", "1"}};
  const auto open_cached = [&] {
    static_cast<void>(plans.open(plan_key({document, settings, clip, "clip", "tracks"}), maker));
  };
  open_cached();
  PlanningTimes times{.correct = true};
  double spent = 0;
  for (int round = -warm_up_rounds; round < options.rounds; ++round) {
    if (round >= least_rounds && spent > options.budget_ms) break;
    const int width = 1 + (round + warm_up_rounds) % 50;
    std::shared_ptr<const Plan> plan;
    const double plan_ms = thread_milliseconds([&] { plan = plan_with(width); });
    const double replay_ms =
        thread_milliseconds([&] { static_cast<void>(make_cpu_replay(plan, replay)); });
    const double open_ms = thread_milliseconds(open_cached);
    times.correct &= line_width(*plan) == static_cast<float>(width);
    if (round < 0) continue;
    times.plan.push_back(plan_ms);
    times.replay.push_back(replay_ms);
    times.open.push_back(open_ms);
    spent += plan_ms + replay_ms;
  }
  times.correct &= tables_made == 1 && plans_made == 1;
  return times;
}

}  // namespace overlace
