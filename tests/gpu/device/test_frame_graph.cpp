// SPDX-License-Identifier: Apache-2.0
// The nodes of a frame's graph, as a host queue records them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "render/session.h"
#include "tests/gpu/device/host_replay.h"
#include "tests/gpu/memory_picture.h"

namespace overlace {
namespace {

using Names = std::vector<std::string>;

/// "PaintTiles" from "overlace::PaintTiles<…>".
std::string short_name(const std::string& name) {
  const std::string whole = name.substr(0, name.find('<'));
  const std::size_t scope = whole.rfind(':');
  return scope == std::string::npos ? whole : whole.substr(scope + 1);
}

constexpr Size size{320, 180};

/// Lines between neighbours, and boxes, over points in a row.
constexpr const char* document = R"({"overlace": 1,
  "nodes": {
    "objects": {"type": "track_file", "params": {"path": "points"}},
    "links": {"type": "link_knn", "inputs": {"points": "objects"}, "params": {"k": 5, "max_distance": 0, "once": false}},
    "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
    "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}},
    "boxes": {"type": "draw_boxes", "inputs": {"tracks": "objects"}}},
  "composite": ["lines", "boxes"]})";

TrackTable points_in_a_row(int points) {
  std::vector<TrackRow> rows;
  for (int frame = 0; frame < 2; ++frame)
    for (int i = 0; i < points; ++i) {
      const float x = static_cast<float>(i * size.width) / static_cast<float>(points);
      rows.push_back({.frame = frame, .id = i + 1, .box = {x, 60, 20, 40}});
    }
  return make_track_table(rows, {});
}

std::shared_ptr<const Plan> scene(int points, bool layered = false) {
  const Session session({parse_json(document, "the scene"), "the scene"},
                        {.clip = {.size = size, .frame_rate = {60}, .frame_count = 2},
                         .read_tracks = [=](const auto&) { return points_in_a_row(points); }});
  return session.plan(session.analyse(), {.layered = layered});
}

test::Picture noise() {
  test::Picture picture(size, test::nv12_format(), {});
  picture.fill_noise(3);
  return picture;
}

/// The nodes of a frame's graph.
Names nodes_of(const std::shared_ptr<const Plan>& plan) {
  DeviceReplay<HostQueue> replay(plan, std::make_unique<HostQueue>(), 1, 1);
  test::Picture picture = noise();
  replay.draw({0, 0}, picture.view());
  Names names;
  for (const HostQueue::Work& node : replay.queue().captured())
    names.push_back(short_name(node.name));
  return names;
}

/// Records arrive and counts return without copies, nothing is cleaned up after the frame, and what
/// begins it is done by the kernel that makes its links.
TEST(FrameGraph, AFrameOfLinesAndBoxesIsThreeKernels) {
  EXPECT_EQ(nodes_of(scene(100)), (Names{"SmallLinks", "BuildItems", "PaintTiles"}));
}

TEST(FrameGraph, ManyLinksTakeSeveralKernelsAfterTheBeginning) {
  EXPECT_EQ(nodes_of(scene(1025)),
            (Names{"BeginPass", "GatherPoints", "CompareAll", "CountLinks", "SumCounts",
                   "FillLinks", "WriteLinks", "BuildItems", "PaintTiles"}));
}

/// Two layers and the picture: each has its own pass, and each layer's occupancy is cleared.
TEST(FrameGraph, EveryPassIsThreeKernels) {
  EXPECT_EQ(nodes_of(scene(100, true)),
            (Names{"SmallLinks", "clear", "BuildItems", "PaintTiles", "BeginPass", "clear",
                   "BuildItems", "PaintTiles", "BeginPass", "BuildItems", "PaintTiles"}));
}

/// A host picture is touched only in `finish`, and its download blocks no other frame: the second
/// returns before the first.
TEST(FrameGraph, PicturesLeaveAsideOfTheDrawing) {
  DeviceReplay<HostQueue> replay(scene(100), std::make_unique<HostQueue>(), 2, 1);
  test::Picture first = noise(), second = noise();
  const std::vector<std::byte> clean = first.bytes();
  replay.submit(0, {0, 0}, first.view());
  replay.submit(1, {1, 0}, second.view());
  static_cast<void>(replay.finish(1));
  EXPECT_NE(second.bytes(), clean);
  EXPECT_EQ(first.bytes(), clean);
  static_cast<void>(replay.finish(0));
  EXPECT_NE(first.bytes(), clean);
}

}  // namespace
}  // namespace overlace
