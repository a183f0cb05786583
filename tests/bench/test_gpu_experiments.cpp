// SPDX-License-Identifier: Apache-2.0
// The experiments of overlace-bench gpu on host queues: what warps note, and the rows.
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "bench/gpu.h"
#include "bench/gpu/paint_spread.h"
#include "bench/gpu/samples.h"
#include "bench/picture.h"
#include "bench/reference_graph.h"
#include "graph/core/json.h"
#include "tests/bench/host_bench.h"

namespace overlace {
namespace {

const BenchPlanOptions small_scene{.size = {320, 180}, .points = 12, .frames = 2, .seed = 5};

std::uint64_t cpu_hash(const std::shared_ptr<const Plan>& plan, BenchPicture clean) {
  make_cpu_replay(plan, {.threads = 1})->draw(time_of(plan->clip, 1), clean.view());
  return picture_hash(clean.view());
}

TEST(PaintNotes, EveryWarpHasOneAndThePictureIsLeftAlone) {
  const auto plan = bench_plan(small_scene);
  BenchPicture clean(small_scene.size, 3);
  DeviceBench<TickingQueue> bench(3);
  std::uint64_t hash = 0;
  const auto notes = bench.note_painting(
      plan, clean.view(), 1, [&](const ImageView& picture) { hash = picture_hash(picture); });
  EXPECT_EQ(hash, cpu_hash(plan, clean));
  EXPECT_EQ(notes.size(), launched_groups<warp_size>(HostQueue().warps()));
  for (const PaintNote& note : notes) {
    EXPECT_GT(note.begin_ns, 0U);
    EXPECT_GE(note.end_ns, note.begin_ns);
  }
}

/// Warps on two multiprocessors, summed by hand.
TEST(PaintSpread, SumsByMultiprocessor) {
  const std::vector<PaintNote> notes = {{.begin_ns = 1000, .end_ns = 9000, .multiprocessor = 7},
                                        {.begin_ns = 3000, .end_ns = 5000, .multiprocessor = 2},
                                        {.begin_ns = 2000, .end_ns = 7000, .multiprocessor = 2}};
  const auto work = sum_multiprocessors(notes);
  ASSERT_EQ(work.size(), 2U);
  EXPECT_EQ(work[0].number, 2U);
  EXPECT_EQ(work[0].warps, 2U);
  EXPECT_EQ(work[0].begin_us, 1);
  EXPECT_EQ(work[0].end_us, 6);
  EXPECT_EQ(work[1].end_us, 8);
  const Spread spread = spread_of(work);
  EXPECT_EQ(spread.mean_end_us, 7);
  EXPECT_EQ(spread.last_end_us, 8);
  EXPECT_EQ(spread.last_begin_us, 1);
  EXPECT_EQ(spread.least_warps, 1U);
  EXPECT_EQ(spread.most_warps, 2U);
  EXPECT_EQ(spread_of({}).last_end_us, 0);
  EXPECT_TRUE(sum_multiprocessors({}).empty());
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
  for (const char* name : {"kernel SmallLinks<1>", "kernel BuildItems", "kernel PaintTiles",
                           "kernel PaintTiles, shape", "painting, last / mean end",
                           "painting, multiprocessors", "pictures, painted by multiprocessor"})
    EXPECT_EQ(status_of(rows, name), "ok") << name;
  for (const std::string name :
       {"frame, as it is", "frame, items built twice", "frame, bins in any order",
        "frame, no bin by strips", "frame, items by another kernel", "frame, marks waited for",
        "frame, items rehearsed", "frame, dealt one region ahead", "frame, samples fetched ahead",
        "frame, samples waited for one by one", "painting from ready lists of commands"}) {
    EXPECT_EQ(status_of(rows, name), "ok") << name;
    EXPECT_EQ(status_of(rows, "pictures, " + name), "ok") << name;
  }
  const std::string links = "links of 1000 points, ordered by all blocks";
  EXPECT_EQ(status_of(rows, links), "ok");
  EXPECT_EQ(status_of(rows, links + ", links"), "ok");
  const std::string labels = status_of(rows, "frame with labels");
  if (labels != "not run") {  // a machine without fonts
    EXPECT_EQ(labels, "ok");
    EXPECT_EQ(status_of(rows, "host time with labels"), "ok");
    EXPECT_EQ(status_of(rows, "pictures, with labels"), "ok");
  }

  const Json& paint = rows.at("kernel PaintTiles");
  EXPECT_EQ(paint.find("warm_us")->as_number(), tick_us);
  EXPECT_EQ(paint.find("cold_us")->as_number(), tick_us);
  EXPECT_EQ(rows.at("kernel PaintTiles, shape").find("blocks")->as_integer(), 4);
  const Json& multiprocessors = rows.at("painting, multiprocessors");
  EXPECT_EQ(multiprocessors.find("multiprocessors")->as_array().size(), 1U);
}

TEST(GpuExperiments, WhatWasDroppedIsNotRun) {
  const auto rows = rows_of<HastyQueue>();
  for (const char* name : {"kernel BuildItems", "kernel PaintTiles"})
    EXPECT_EQ(status_of(rows, name), "not run") << name;
  EXPECT_EQ(status_of(rows, "pictures, painted by multiprocessor"), "ok");
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
