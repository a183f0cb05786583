// SPDX-License-Identifier: Apache-2.0
// Rounds of planning.
#include "bench/replanning.h"

#include <fmt/format.h>

#include "bench/reference_graph.h"
#include "bench/timer.h"
#include "render/plan_cache.h"
#include "render/session.h"

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
  const SessionDocument document = bench_document(scene);
  int tables_made = 0;
  ClipSources sources = bench_sources(scene);
  sources.read_tracks = [&tables_made, read = sources.read_tracks](const std::string& path) {
    ++tables_made;
    return read(path);
  };
  const Session session(document, sources);
  const auto plan_with = [&](int width) {
    const PlanSettings settings{.values = {{"lines.width", fmt::format("{}", width)}}};
    return session.plan(session.analyse(settings.values), settings);
  };
  PlanCache plans;
  const NamedDevice cpu{"cpu", cpu_device(replay)};
  const PlanSettings cached{.values = {{"lines.width", "1"}}};
  const auto open_cached = [&] { static_cast<void>(plans.open({document, sources, cached}, cpu)); };
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
  times.correct &= tables_made == 2;  // one by the session, and one for all cached plans
  return times;
}

}  // namespace overlace
