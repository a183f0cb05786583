// SPDX-License-Identifier: Apache-2.0
// What a frame's graph is made of, as a queue of the host records it.
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

/// "PaintTiles" of "overlace::PaintTiles<…>".
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

/// The reference scene but for the picture's size, which no node depends on.
const BenchPlanOptions reference{.size = {320, 180}, .points = 100, .frames = 2, .seed = 7};

/// Records go and counts come without copies, and nothing is cleaned up behind the frame.
TEST(FrameGraph, AReferenceFrameIsFourKernels) {
  EXPECT_EQ(nodes_of(reference), (Names{"SmallLinks", "BeginPass", "BuildItems", "PaintTiles"}));
}

/// With a seed, the queue runs last what may run beside.
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

/// Two layers and the picture: each pass begins, and each layer's occupancy is cleared.
TEST(FrameGraph, EveryPassIsThreeKernels) {
  BenchPlanOptions scene = reference;
  scene.layered = true;
  EXPECT_EQ(nodes_of(scene),
            (Names{"SmallLinks", "BeginPass", "clear", "BuildItems", "PaintTiles", "BeginPass",
                   "clear", "BuildItems", "PaintTiles", "BeginPass", "BuildItems", "PaintTiles"}));
}

/// A host picture is touched in `finish` alone, and its way back holds no other frame up: the
/// second comes back before the first.
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
