// SPDX-License-Identifier: Apache-2.0
// The nodes of a frame's graph, as a host queue records them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/gpu/device/host_replay.h"
#include "tools/bench/picture.h"
#include "tools/bench/plan.h"

namespace overlace {
namespace {

using Names = std::vector<std::string>;

/// "PaintTiles" from "overlace::PaintTiles<…>".
std::string short_name(const std::string& name) {
  const std::string whole = name.substr(0, name.find('<'));
  const std::size_t scope = whole.rfind(':');
  return scope == std::string::npos ? whole : whole.substr(scope + 1);
}

/// The nodes of a frame's graph.
Names nodes_of(const BenchPlanOptions& scene, std::uint32_t seed = 0) {
  DeviceReplay<HostQueue> replay(bench_plan(scene), std::make_unique<HostQueue>(seed), 1, 1);
  BenchPicture picture(scene.size, 3);
  replay.draw({0, 0}, picture.view());
  Names names;
  for (const HostQueue::Work& node : replay.queue().captured())
    names.push_back(short_name(node.name));
  return names;
}

/// The reference scene, but with a smaller picture, on whose size no node depends.
const BenchPlanOptions reference{.size = {320, 180}, .points = 100, .frames = 2, .seed = 7};

/// Records arrive and counts return without copies, and nothing is cleaned up after the frame.
TEST(FrameGraph, AReferenceFrameIsFourKernels) {
  EXPECT_EQ(nodes_of(reference), (Names{"SmallLinks", "BeginPass", "BuildItems", "PaintTiles"}));
}

/// With a seed, the queue runs forked work last.
TEST(FrameGraph, FewLinksAreMadeBesideTheBeginning) {
  EXPECT_EQ(nodes_of(reference, 5), (Names{"BeginPass", "SmallLinks", "BuildItems", "PaintTiles"}));
}

TEST(FrameGraph, ManyLinksTakeSeveralKernelsAfterTheBeginning) {
  BenchPlanOptions scene = reference;
  scene.points = 1025;
  EXPECT_EQ(nodes_of(scene),
            (Names{"BeginPass", "GatherPoints", "CompareAll", "CountLinks", "SumCounts",
                   "FillLinks", "WriteLinks", "BuildItems", "PaintTiles"}));
}

/// Two layers and the picture: each has its own pass, and each layer's occupancy is cleared.
TEST(FrameGraph, EveryPassIsThreeKernels) {
  BenchPlanOptions scene = reference;
  scene.layered = true;
  EXPECT_EQ(nodes_of(scene),
            (Names{"SmallLinks", "BeginPass", "clear", "BuildItems", "PaintTiles", "BeginPass",
                   "clear", "BuildItems", "PaintTiles", "BeginPass", "BuildItems", "PaintTiles"}));
}

/// A host picture is touched only in `finish`, and its download blocks no other frame: the second
/// returns before the first.
TEST(FrameGraph, PicturesLeaveAsideOfTheDrawing) {
  DeviceReplay<HostQueue> replay(bench_plan(reference), std::make_unique<HostQueue>(), 2, 1);
  BenchPicture first(reference.size, 3), second(reference.size, 3);
  const auto clean = picture_hash(first.view());
  replay.submit(0, {0, 0}, first.view());
  replay.submit(1, {1, 0}, second.view());
  static_cast<void>(replay.finish(1));
  EXPECT_NE(picture_hash(second.view()), clean);
  EXPECT_EQ(picture_hash(first.view()), clean);
  static_cast<void>(replay.finish(0));
  EXPECT_NE(picture_hash(first.view()), clean);
}

}  // namespace
}  // namespace overlace
