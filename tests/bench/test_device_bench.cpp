// SPDX-License-Identifier: Apache-2.0
// The benchmarks on a host queue: what they time, and that it draws what the CPU draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "bench/picture.h"
#include "bench/reference_graph.h"
#include "gpu/host/link_search.h"
#include "graph/data/frame_tracks.h"
#include "tests/bench/host_bench.h"

namespace overlace {
namespace {

constexpr int warm_up = 2;
const BenchPlanOptions small_scene{.size = {320, 180}, .points = 12, .frames = 6, .seed = 5};

TEST(DeviceBench, TimesTheFramesThatTheCpuDraws) {
  for (const bool layered : {false, true}) {
    BenchPlanOptions scene = small_scene;
    scene.layered = layered;
    const auto plan = bench_plan(scene);
    BenchPicture clean(scene.size, 3);
    const auto cpu = make_cpu_replay(plan, {.threads = 1});
    int looked_at = 0;
    DeviceBench<TickingQueue> bench(0);
    const ReplayTimes times =
        bench.time_replay(plan, clean.view(), {0, scene.frames}, warm_up,
                          [&](std::int32_t frame, const ImageView& drawn) {
                            BenchPicture expected = clean;
                            cpu->draw(time_of(plan->clip, frame), expected.view());
                            EXPECT_EQ(picture_hash(drawn), picture_hash(expected.view())) << frame;
                            EXPECT_NE(picture_hash(drawn), picture_hash(clean.view())) << frame;
                            EXPECT_EQ(frame, warm_up + looked_at++);
                          });
    const auto timed = static_cast<std::size_t>(scene.frames - warm_up);
    EXPECT_EQ(looked_at, scene.frames - warm_up);
    for (const FrameTimes& state : {times.cold, times.warm}) {
      EXPECT_EQ(state.draw.us, Times(timed, tick_us));
      EXPECT_EQ(state.copy.us, Times(timed, tick_us));
      EXPECT_EQ(state.draw.dropped + state.copy.dropped, 0);
    }
  }
}

TEST(DeviceBench, SteadyFramesAllocateNothing) {
  BenchPlanOptions scene = small_scene;
  scene.varying = true;
  scene.frames = 200;
  BenchPicture clean(scene.size, 3);
  DeviceBench<TickingQueue> bench(0);
  const HostTimes times = bench.time_host(bench_plan(scene), clean.view(), {0, scene.frames}, 20);
  EXPECT_EQ(times.submit.size(), 180U);
  EXPECT_EQ(times.allocations + times.instantiations + times.synchronisations, 0U);
}

TEST(DeviceBench, TimesTheLinksThatTheCpuFinds) {
  using enum LinkSteps;
  for (const auto& [points, steps] :
       {std::pair{1, usual}, {40, usual}, {40, kernel_each}, {7000, usual}}) {  // that uses cells
    BenchPlanOptions scene = small_scene;
    scene.points = points;
    scene.frames = 1;
    const TrackTable table = bench_tracks(scene);
    const LinkKnnOp op{.k = 5, .once = false};
    DeviceBench<TickingQueue> bench(7);
    const LinkTimes times = bench.time_links(table, op, steps, 3);
    EXPECT_EQ(times.device.us, Times(3, tick_us));
    std::vector<Link> expected;
    LinkSearch().run(op, FrameTracks(table).at(0), expected);
    ASSERT_EQ(times.links.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_EQ(std::tie(times.links[i].row_a, times.links[i].row_b),
                std::tie(expected[i].row_a, expected[i].row_b));
  }
}

TEST(DeviceBench, RepeatsAsOftenAsAsked) {
  DeviceBench<TickingQueue> bench(0);
  EXPECT_EQ(bench.time_copy(1000, CacheState::cold, 4).us, Times(4, tick_us));
  EXPECT_EQ(bench.time_copy(1000, CacheState::warm, 3).us, Times(3, tick_us));
  const EmptyGraphTimes empty = bench.time_empty_graph(4, 5);
  EXPECT_EQ(empty.device.us, Times(5, tick_us));
  EXPECT_EQ(empty.host.size(), 5U);
  EXPECT_GT(bench.timer_step_ns(), 0);
}

TEST(DeviceBench, DropsWhatBeganBeforeAllWasQueued) {
  DeviceBench<HastyQueue> bench(0);
  const TimeSamples copy = bench.time_copy(1000, CacheState::warm, 4);
  EXPECT_EQ(copy.us, Times());
  EXPECT_EQ(copy.dropped, 4);
  const EmptyGraphTimes empty = bench.time_empty_graph(2, 3);
  EXPECT_EQ(empty.device.us, Times());
  EXPECT_EQ(empty.device.dropped, 3);
  BenchPicture clean(small_scene.size, 3);
  const ReplayTimes frames =
      bench.time_replay(bench_plan(small_scene), clean.view(), {0, small_scene.frames}, warm_up,
                        [](std::int32_t, const ImageView&) {});
  EXPECT_EQ(frames.cold.draw.dropped, small_scene.frames - warm_up);
  EXPECT_EQ(frames.warm.draw.us, Times());
  for (const KernelTimes& kernel :
       bench.time_kernels(bench_plan(small_scene), clean.view(), {0, 3}, 1))
    EXPECT_EQ(kernel.warm.dropped + kernel.cold.dropped, 4) << kernel.kernel;
}

TEST(DeviceBench, TimesKernelsOneByOne) {
  BenchPicture clean(small_scene.size, 3);
  DeviceBench<TickingQueue> bench(0);
  const auto kernels = bench.time_kernels(bench_plan(small_scene), clean.view(), {0, 5}, 1);
  std::vector<std::string> names;
  for (const KernelTimes& kernel : kernels) {
    names.push_back(short_kernel_name(kernel.kernel));
    EXPECT_EQ(kernel.warm.us, Times(4, tick_us)) << kernel.kernel;
    EXPECT_EQ(kernel.cold.us, Times(4, tick_us)) << kernel.kernel;
    EXPECT_EQ(kernel.stamped.size(), 4U) << kernel.kernel;
    EXPECT_GE(kernel.shape.threads, 128U) << kernel.kernel;
  }
  for (const char* name : {"SmallLinks<1>", "BuildItems", "PaintTiles"})
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
  EXPECT_LT(std::ranges::find(names, "BuildItems"), std::ranges::find(names, "PaintTiles"));
}

TEST(BenchPlan, VaryingScenesHaveTheCountsThatHurt) {
  BenchPlanOptions scene = small_scene;
  scene.varying = true;
  const TrackTable table = bench_tracks(scene);
  std::vector<std::uint32_t> counts;
  for (int frame = 0; frame < 5; ++frame) counts.push_back(table.rows(frame).size());
  EXPECT_EQ(counts, (std::vector<std::uint32_t>{12, 0, 1, 11, 12}));
}

TEST(BenchPlan, ThingsStayNearThePicture) {
  BenchPlanOptions scene = small_scene;
  scene.frames = 2000;
  const TrackTable table = bench_tracks(scene);
  ASSERT_EQ(table.row_count(), 2000U * 12);
  for (const Box& box : table.box) {
    EXPECT_NEAR(box.center().x, 160, 160 + 7);
    EXPECT_NEAR(box.center().y, 90, 90 + 7);
  }
}

}  // namespace
}  // namespace overlace
