// SPDX-License-Identifier: Apache-2.0
// The experiments of bench gpu on host queues: what they vary, what probes record, and their rows.
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "gpu/device/kernel_name.h"
#include "graph/core/error.h"
#include "graph/core/json.h"
#include "tests/gpu/device/host_bench.h"
#include "tools/bench/gpu.h"
#include "tools/bench/gpu/paint_profile.h"
#include "tools/bench/gpu/prediction.h"
#include "tools/bench/gpu/samples.h"
#include "tools/bench/picture.h"
#include "tools/bench/plan.h"

namespace overlace {
namespace {

const BenchPlanOptions small_scene{.size = {320, 180}, .points = 12, .frames = 2, .seed = 5};

std::uint64_t cpu_hash(const std::shared_ptr<const Plan>& plan, BenchPicture clean) {
  make_cpu_replay(plan, {.threads = 1})->draw(time_of(plan->clip, 1), clean.view());
  return picture_hash(clean.view());
}

/// A bin of 16 px is a region: there are as many as the tiles that a replay counts.
TEST(PaintProbe, NotesEveryRegionOnceAndLeavesThePictureAlone) {
  const auto plan = bench_plan(small_scene);
  BenchPicture clean(small_scene.size, 3), drawn = clean;
  DeviceReplay<HostQueue> replay(plan, std::make_unique<HostQueue>(), 1, 1);
  const std::uint64_t tiles = replay.draw(time_of(plan->clip, 1), drawn.view()).tiles;
  ASSERT_GT(tiles, 20U);
  for (const bool has_sections : {false, true}) {
    DeviceBench<TickingQueue> bench(3);
    std::uint64_t hash = 0, regions = 0, cycles = 0;
    const auto notes =
        bench.probe_painting(plan, clean.view(), 1, has_sections,
                             [&](const ImageView& picture) { hash = picture_hash(picture); });
    EXPECT_EQ(hash, cpu_hash(plan, clean));
    EXPECT_EQ(notes.size(), launched_groups<warp_size>(HostQueue().warps()));
    for (const PaintNote& note : notes) {
      EXPECT_GT(note.begin_ns, 0U);
      EXPECT_GE(note.end_ns, note.begin_ns);
      regions += note.regions;
      for (const std::uint32_t section : note.cycles) cycles += section;
    }
    EXPECT_EQ(regions, tiles);
    EXPECT_EQ(cycles > 0, has_sections);
  }
}

TEST(PaintProbe, EverySectionOfTheSceneTakesTime) {
  const auto plan = bench_plan(small_scene);
  BenchPicture clean(small_scene.size, 3);
  DeviceBench<TickingQueue> bench(0);
  const auto notes = bench.probe_painting(plan, clean.view(), 1, true, [](const ImageView&) {});
  for (const SectionCycles& section : sum_sections(notes)) {
    EXPECT_GT(section.sum, 0U) << section_name(section.section);
    EXPECT_GT(section.most, 0U) << section_name(section.section);
    EXPECT_LE(section.most, section.sum) << section_name(section.section);
  }
}

/// Warps on two multiprocessors, summed by hand.
TEST(PaintProfile, SumsByMultiprocessor) {
  const std::vector<PaintNote> notes = {
      {.begin_ns = 1000, .end_ns = 9000, .multiprocessor = 7, .regions = 4, .cycles = {10, 30}},
      {.begin_ns = 3000, .end_ns = 5000, .multiprocessor = 2, .regions = 1, .cycles = {10, 0}},
      {.begin_ns = 2000, .end_ns = 7000, .multiprocessor = 2, .regions = 2, .cycles = {20, 30}}};
  const auto work = sum_multiprocessors(notes);
  ASSERT_EQ(work.size(), 2U);
  EXPECT_EQ(work[0].number, 2U);
  EXPECT_EQ(work[0].warps, 2U);
  EXPECT_EQ(work[0].regions, 3U);
  EXPECT_EQ(work[0].begin_us, 1);
  EXPECT_EQ(work[0].end_us, 6);
  EXPECT_EQ(work[1].end_us, 8);
  const Spread spread = spread_of(work);
  EXPECT_EQ(spread.mean_end_us, 7);
  EXPECT_EQ(spread.last_end_us, 8);
  EXPECT_EQ(spread.last_begin_us, 1);
  EXPECT_EQ(spread.mean_regions, 3.5);
  EXPECT_EQ(spread.least_regions, 3U);
  EXPECT_EQ(spread.most_regions, 4U);
  EXPECT_EQ(spread.least_warps, 1U);
  EXPECT_EQ(spread.most_warps, 2U);
  EXPECT_EQ(spread_of({}).last_end_us, 0);
  EXPECT_TRUE(sum_multiprocessors({}).empty());

  const auto sections = sum_sections(notes);
  EXPECT_EQ(sections[0].sum, 40U);
  EXPECT_EQ(sections[0].share, 0.4);
  EXPECT_EQ(sections[0].most, 20U);
  EXPECT_EQ(sections[1].share, 0.6);
  EXPECT_EQ(sections[2].sum, 0U);
}

/// The host's 13 warps make 4 blocks of 4.
TEST(BenchVariant, BlocksOfThePaintingKernelAreLimitedAlone) {
  const auto plan = bench_plan(small_scene);
  for (const auto& [limit, painting] :
       std::map<std::uint32_t, std::uint32_t>{{0, 4}, {1, 2}, {2, 4}, {9, 4}}) {
    auto owned = std::make_unique<TimedQueue<TickingQueue>>(0);
    owned->limit_paint_blocks(limit);
    std::vector<KernelShape> shapes;
    owned->describe_launches(&shapes);
    DeviceReplay<TimedQueue<TickingQueue>> replay(plan, std::move(owned), 1, 1);
    BenchPicture picture(small_scene.size, 3);
    const auto expected = cpu_hash(plan, picture);
    replay.draw(time_of(plan->clip, 1), picture.view());
    EXPECT_EQ(picture_hash(picture.view()), expected);
    ASSERT_EQ(shapes.size(), 4U) << "a frame is four kernels";
    EXPECT_EQ(shapes[2].blocks, 4U) << "BuildItems";
    EXPECT_EQ(shapes[3].blocks, painting) << limit;
  }
}

TEST(BenchVariant, LargerBinsAreFewerAndDrawTheSame) {
  const auto plan = bench_plan(small_scene);
  std::uint64_t tiles = SIZE_MAX;
  DeviceReplay<HostQueue> replay(plan, std::make_unique<HostQueue>(), 1, 1);
  for (const std::uint32_t log2_size : {0U, 4U, 5U, 6U}) {
    replay.coarsen_bins(log2_size);
    BenchPicture picture(small_scene.size, 3);
    const auto expected = cpu_hash(plan, picture);
    const std::uint64_t now = replay.draw(time_of(plan->clip, 1), picture.view()).tiles;
    EXPECT_EQ(picture_hash(picture.view()), expected) << log2_size;
    if (log2_size > 4) {
      EXPECT_LT(now, tiles) << log2_size;
    }
    tiles = now;
  }
  EXPECT_LE(tiles, 5U * 3) << "bins of 64 px that 320 x 180 px have";
}

std::vector<std::string> nodes_of(GraphShape shape, int kernels) {
  TickingQueue queue(0);
  std::vector<std::byte> words(8);
  static_cast<void>(queue.capture([&] { launch_nothing(queue, shape, kernels, words.data()); }));
  std::vector<std::string> names;
  for (const HostQueue::Work& node : queue.captured()) names.push_back(node.name);
  return names;
}

TEST(EmptyGraphs, HaveTheShapesThatTheyAreCalled) {
  const std::string kernel = "overlace::DoNothing";
  EXPECT_EQ(nodes_of(GraphShape::line, 3), (std::vector<std::string>(3, kernel)));
  EXPECT_EQ(nodes_of(GraphShape::copy_between, 3),
            (std::vector<std::string>{kernel, "copy", kernel, "copy", kernel}));
  EXPECT_EQ(nodes_of(GraphShape::two_branches, 5), (std::vector<std::string>(5, kernel)));
}

TEST(Predictions, AreReadFromTheTable) {
  const auto kernels = read_predictions(
      "| kernel | blocks | registers | warp instructions | active lanes | loads | atomics | us |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
      "| `Links<1>` | 13 | 40 | 103,217 | 26.8 | 1,257 | 29 | 5.8 / 7.2 / 9.0 |\n");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].kernel, "Links<1>");
  EXPECT_EQ(kernels[0].instructions, 103'217U);
  EXPECT_EQ(prediction_text(kernels[0].time.value()), "5.8 / 7.2 / 9.0");
  EXPECT_FALSE(read_predictions("| `frame` | | | 103,217 | | | | |\n").at(0).time);
  EXPECT_THROW(static_cast<void>(read_predictions("| `Links` | 13 | 40 |\n")), Error);
  EXPECT_THROW(static_cast<void>(read_predictions("| `L` | 1 | 1 | x | 1 | 1 | 1 | 1 / 2 / 3 |\n")),
               Error);
  EXPECT_THROW(static_cast<void>(read_predictions("| `L` | 1 | 1 | 1 | 1 | 1 | 1 | 1 / 2 |\n")),
               Error);
}

TEST(Predictions, AreThereForEveryKernelOfAFrame) {
  for (const char* kernel : {"SmallLinks<1>", "BeginPass", "BuildItems", "PaintTiles", "frame"}) {
    const auto predicted = documented_prediction(kernel);
    ASSERT_TRUE(predicted) << kernel;
    EXPECT_GT(predicted->instructions, 10'000U);
    if (!predicted->time) continue;
    EXPECT_GT(predicted->time->low, 0);
    EXPECT_LE(predicted->time->low, predicted->time->likely);
    EXPECT_LE(predicted->time->likely, predicted->time->high);
  }
  EXPECT_FALSE(documented_prediction("NoSuchKernel"));
}

/// The rows that the experiments print on a host queue, by name.
template <class Queue>
std::map<std::string, Json> rows_of() {
  BenchGpuOptions options;
  options.part = BenchGpuPart::experiments;
  options.size = small_scene.size;
  options.frames = options.warm_up = 1;
  options.json = true;
  DeviceBench<Queue> bench(0);
  testing::internal::CaptureStdout();
  const int code = run_bench_gpu(options, bench);
  std::istringstream lines(testing::internal::GetCapturedStdout());
  EXPECT_EQ(code, 0);
  std::map<std::string, Json> rows;
  for (std::string line; std::getline(lines, line);) {
    Json row = parse_json(line, "a row");
    const std::string name = row.find("name")->as_string();
    EXPECT_TRUE(rows.emplace(name, std::move(row)).second) << name << " is there twice";
  }
  return rows;
}

std::string status_of(const std::map<std::string, Json>& rows, const std::string& name) {
  const auto row = rows.find(name);
  return row == rows.end() ? "no such row" : row->second.find("status")->as_string();
}

TEST(GpuExperiments, HaveARowEach) {
  const auto rows = rows_of<TickingQueue>();
  for (const char* name : {"kernel SmallLinks<1>",
                           "kernel BeginPass",
                           "kernel BuildItems",
                           "kernel PaintTiles",
                           "kernel PaintTiles, shape",
                           "painting, deal",
                           "painting, items",
                           "painting, segments",
                           "painting, beside",
                           "painting, nearest",
                           "painting, shapes",
                           "painting, resolve",
                           "painting, last / mean end",
                           "painting, multiprocessors",
                           "pictures, painted in sections",
                           "pictures, painted by multiprocessor",
                           "frame as always",
                           "frame, kernels not launched early",
                           "frame, painting blocks: 1",
                           "frame, painting blocks: 3",
                           "frame, bins of 32 px",
                           "frame, lines of one colour",
                           "frame, chroma centred",
                           "frame, chroma top-left",
                           "edge of a graph",
                           "edge, not launched early",
                           "copy between two kernels",
                           "two branches, four kernels"})
    EXPECT_EQ(status_of(rows, name), "ok") << name;
  EXPECT_EQ(status_of(rows, "BuildItems, cycles"), "not run") << "the host has no such clock";
  const std::string labels = status_of(rows, "frame with labels");
  if (labels != "not run") {  // a machine without fonts
    EXPECT_EQ(labels, "ok");
    EXPECT_EQ(status_of(rows, "host time with labels"), "ok");
    EXPECT_EQ(status_of(rows, "pictures, with labels"), "ok");
  }

  const Json& paint = rows.at("kernel PaintTiles");
  EXPECT_EQ(paint.find("warm_us")->as_number(), tick_us);
  EXPECT_EQ(paint.find("cold_us")->as_number(), tick_us);
  EXPECT_EQ(paint.find("predicted"), nullptr) << "the model is of another picture";
  EXPECT_EQ(rows.at("kernel PaintTiles, shape").find("blocks")->as_integer(), 4);
  const Json& multiprocessors = rows.at("painting, multiprocessors");
  EXPECT_EQ(multiprocessors.find("multiprocessors")->as_array().size(), 1U);
  EXPECT_EQ(rows.at("edge of a graph").find("us")->as_number(), 0);
}

TEST(GpuExperiments, WhatWasDroppedIsNotRun) {
  const auto rows = rows_of<HastyQueue>();
  for (const char* name : {"kernel PaintTiles", "frame as always", "frame, bins of 32 px",
                           "edge of a graph", "BuildItems, cycles"})
    EXPECT_EQ(status_of(rows, name), "not run") << name;
  EXPECT_EQ(status_of(rows, "pictures, painted in sections"), "ok");
}

TEST(TimeSamples, AreJudgedOnlyWhereTheyAreKnown) {
  const TimeSamples none{{}, 3}, some{{40, 42, 41}, 0};
  EXPECT_EQ(judged(none, 75), RowStatus::not_run);
  EXPECT_EQ(judged(some, 75), RowStatus::ok);
  EXPECT_EQ(judged(some, 40.5), RowStatus::missed);
  EXPECT_EQ(samples_text(none), "not known, 3 dropped");
  EXPECT_FALSE(ratio(none.us, some.us));
  EXPECT_FALSE(ratio(some.us, none.us));
  EXPECT_EQ(ratio(some.us, {82}), 0.5);
  EXPECT_TRUE(median_figure(none.us).is_null());
}

}  // namespace
}  // namespace overlace
