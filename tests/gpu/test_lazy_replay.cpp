// SPDX-License-Identifier: Apache-2.0
// Pictures that are requested only when there is something to draw on them.
#include <gtest/gtest.h>

#include <optional>

#include "gpu/replay.h"
#include "graph/compile/compile.h"
#include "graph/core/json.h"
#include "graph/document/document.h"
#include "graph/types/registry.h"
#include "tests/gpu/memory_picture.h"

namespace overlace {
namespace {

constexpr Size frame_size{96, 64};

/// Boxes of an object present only in frames 0 and 2, under points of another present only in
/// frames 2 and 3.
constexpr const char* two_draws = R"({"overlace": 1,
  "nodes": {
    "first": {"type": "track_file", "params": {"path": "first"}},
    "second": {"type": "track_file", "params": {"path": "second"}},
    "boxes": {"type": "draw_boxes", "inputs": {"tracks": "first"}},
    "points": {"type": "draw_points", "inputs": {"tracks": "second"}}},
  "composite": ["boxes", "points"]})";

test::Picture blank_picture() {
  return {frame_size, test::ycbcr_format(1, 1), {}};
}

std::shared_ptr<const Plan> compiled(const char* document, bool layered) {
  ClipSources sources;
  sources.clip = {.size = frame_size, .frame_rate = {25}, .frame_count = 5};
  sources.read_tracks = [](const std::string& path) {
    std::vector<TrackRow> rows;
    const int begin = path == "first" ? 0 : 2;
    const int step = path == "first" ? 2 : 1;
    for (const int frame : {begin, begin + step})
      rows.push_back({.frame = frame, .id = 1, .box = {20, 10, 30, 40}});
    TrackTable table = make_track_table(rows, {});
    finish_tracks(table, {.frame_rate = {25}});
    return table;
  };
  const Graph graph = build_graph(parse_json(document, "test"), "test", builtin_nodes());
  return compile(graph, analyse(graph, sources), {.layered = layered});
}

/// Draws a frame lazily; returns how often the picture was requested.
int times_asked(Replay& replay, int frame, test::Picture& picture) {
  int asked = 0;
  replay.submit_lazily(0, {.frame = frame, .shown_s = frame / 25.0}, [&] {
    ++asked;
    return picture.view();
  });
  replay.finish(0);
  return asked;
}

class LazyReplay : public ::testing::TestWithParam<bool> {};

TEST_P(LazyReplay, AsksForThePictureOnceIfThereIsAnythingToDraw) {
  const auto replay = make_cpu_replay(compiled(two_draws, GetParam()), {});
  test::Picture picture = blank_picture();
  for (const auto& [frame, asked] :
       {std::pair{0, 1}, {1, 0}, {2, 1}, {3, 1}, {4, 0}, {0, 1}, {4, 0}})
    EXPECT_EQ(times_asked(*replay, frame, picture), asked) << "frame " << frame;
}

// Frame 3 follows frame 2, whose layer of boxes must be cleared although nothing is painted on it.
TEST_P(LazyReplay, DrawsWhatAFreshReplayDraws) {
  const auto plan = compiled(two_draws, GetParam());
  const auto replay = make_cpu_replay(plan, {});
  for (const int frame : {0, 1, 2, 3, 4, 3, 0}) {
    test::Picture lazy = blank_picture();
    test::Picture fresh = blank_picture();
    times_asked(*replay, frame, lazy);
    make_cpu_replay(plan, {})->draw({.frame = frame, .shown_s = frame / 25.0}, fresh.view());
    EXPECT_EQ(lazy.bytes(), fresh.bytes()) << "frame " << frame;
    EXPECT_EQ(lazy.bytes() == blank_picture().bytes(), frame == 1 || frame == 4)
        << "frame " << frame;
  }
}

TEST_P(LazyReplay, NeverAsksForAnEmptyGraph) {
  const auto plan = compiled(R"({"overlace": 1, "nodes": {}, "composite": []})", GetParam());
  test::Picture picture = blank_picture();
  EXPECT_EQ(times_asked(*make_cpu_replay(plan, {}), 0, picture), 0);
}

/// A mosaic of the object present in frames 0 and 2; `composite` may paint points over it.
std::string mosaic(double strength, const char* composite) {
  return R"({"overlace": 1,
    "nodes": {
      "first": {"type": "track_file", "params": {"path": "first"}},
      "second": {"type": "track_file", "params": {"path": "second"}},
      "boxes": {"type": "draw_boxes", "inputs": {"tracks": "first"}},
      "points": {"type": "draw_points", "inputs": {"tracks": "second"}},
      "mosaic": {"type": "picture_pixelate", "inputs": {"region": "boxes"},
                 "params": {"strength": )" +
         std::to_string(strength) + R"(}}},
    "composite": )" +
         composite + "}";
}

// The ground is laid before the picture is changed, and also where nothing is painted.
TEST_P(LazyReplay, LaysTheGroundOfAPictureThatItAsksFor) {
  for (const std::string& document :
       {mosaic(1, R"(["mosaic", "points"])"), mosaic(0, R"(["mosaic"])"),
        mosaic(1, R"(["points", "mosaic"])")}) {
    const auto replay = make_cpu_replay(compiled(document.c_str(), GetParam()), {});
    for (const int frame : {0, 2}) {
      test::Picture laid = blank_picture(), drawn = blank_picture(), noise = blank_picture();
      noise.fill_noise(5);
      replay->draw({.frame = frame, .shown_s = frame / 25.0}, drawn.view());
      ImageView view = noise.view();
      for (std::size_t i = 0; i < 4; ++i) view.ground[i] = laid.view().planes[i].data;
      replay->draw({.frame = frame, .shown_s = frame / 25.0}, view);
      for (int c = 0; c < 3; ++c)
        for (int y = 0; y < drawn.plane_size(c).height; ++y)
          for (int x = 0; x < drawn.plane_size(c).width; ++x)
            ASSERT_EQ(noise.bits(c, x, y), drawn.bits(c, x, y)) << document << ", frame " << frame;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Plans, LazyReplay, ::testing::Bool());

}  // namespace
}  // namespace overlace
