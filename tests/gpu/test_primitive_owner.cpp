// SPDX-License-Identifier: Apache-2.0
// Owners of primitives. Every object has its own lane of the picture, so that a primitive's
// position identifies its owner.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

constexpr int lanes = 6, lane_px = 100, frames = 5;
const ClipInfo clip{.size = {400, lanes* lane_px}, .frame_count = frames};

/// Objects that walk right, each in its lane; ids are 10, 20 …, and rows are unordered.
TrackTable walkers() {
  std::vector<TrackRow> rows;
  for (int frame = 0; frame < frames; ++frame)
    for (int i = 0; i < lanes; ++i) {
      const int lane = (i * 5 + frame) % lanes;
      rows.push_back({.frame = frame,
                      .id = 10 * (lane + 1),
                      .box = {40.0F + 10 * static_cast<float>(frame),
                              static_cast<float>(lane * lane_px) + 40, 30, 40}});
    }
  return make_track_table(rows, {});
}

constexpr const char* document = R"({"overlace": 1, "nodes": {
    "people": {"type": "track_file", "params": {"path": "given"}},
    "links": {"type": "link_knn", "inputs": {"points": "people"}, "params": {"k": 1}},
    "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
    "veil": {"type": "draw_fill", "params": {"color": "#00000040"}},
    "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}},
    "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}},
    "dots": {"type": "draw_points", "inputs": {"tracks": "people"}, "params": {"size": 4}},
    "trails": {"type": "draw_trails", "inputs": {"tracks": "people"}, "params": {"step": 1}},
    "names": {"type": "draw_labels", "inputs": {"tracks": "people"},
              "params": {"text": "{id}", "size": 12}},
    "title": {"type": "draw_text", "params": {"text": "a"}}},
  "composite": ["veil", "lines", "boxes", "dots", "trails", "names", "title"]})";

/// The height of a primitive in the picture, px.
float height_of(const Primitive& p) {
  if (p.kind == PrimitiveKind::curve) return p.curve.p0.y;
  if (p.kind == PrimitiveKind::shape) return p.shape.center.y;
  return static_cast<float>(p.glyph.y);
}

/// Checks the owner of each primitive of a frame; returns the nodes that drew any.
std::set<std::string> check_owners(const Plan& plan, const InspectableReplay& replay) {
  std::set<std::string> nodes;
  const DisplayList& list = replay.display_list();
  for (std::size_t i = 0; i < list.primitives.size(); ++i) {
    const Primitive& p = list.primitives[i];
    const PrimitiveOwner owner = list.owners->of(i);
    const std::string& node = plan.steps[owner.step].name;
    nodes.insert(node);
    if (node == "veil" || node == "title" || p.kind == PrimitiveKind::layer) {
      EXPECT_EQ(owner.row, no_row) << node;
      continue;
    }
    const TrackTable& table = *plan.tracks.front();
    if (owner.row >= table.row_count()) {
      ADD_FAILURE() << node << " has no row";
      continue;
    }
    const auto lane = static_cast<std::int64_t>(height_of(p)) / lane_px;
    EXPECT_EQ(table.id[owner.row], 10 * (lane + 1)) << node << ", primitive " << i;
  }
  return nodes;
}

TEST(PrimitiveOwner, IsTheNodeAndTheObjectThatItWasDrawnFor) {
  for (const bool layered : {false, true}) {
    const auto plan = plan_of(document, walkers(), clip, layered);
    const auto replay = make_cpu_replay(plan, {.threads = 1, .keep_owners = true});
    Picture picture(clip.size, nv12_format(), {});
    for (const std::int32_t frame : {4, 1, 2}) {
      replay->draw(time_of(clip, frame), picture.view());
      std::set<std::string> nodes = check_owners(*plan, *replay);
      for (const char* node : {"veil", "lines", "boxes", "dots", "trails", "names", "title"})
        EXPECT_TRUE(nodes.contains(node)) << node << " drew nothing";
    }
  }
}

TEST(PrimitiveOwner, IsKeptOnlyOnRequest) {
  const auto plan = plan_of(document, walkers(), clip);
  const auto replay = make_cpu_replay(plan, {.threads = 1});
  Picture picture(clip.size, nv12_format(), {});
  replay->draw({}, picture.view());
  EXPECT_FALSE(replay->display_list().primitives.empty());
  EXPECT_FALSE(replay->display_list().owners.has_value());
}

TEST(PrimitiveOwner, ChangesNoPicture) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    const auto plan = random_plan(seed, {.layered = seed % 4 == 0});
    const auto plain = make_cpu_replay(plan, {.threads = 1});
    const auto owned = make_cpu_replay(plan, {.threads = 1, .keep_owners = true});
    Picture expected(plan->clip.size, nv12_format(), {}), actual = expected;
    plain->draw({}, expected.view());
    owned->draw({}, actual.view());
    EXPECT_EQ(expected.bytes(), actual.bytes()) << "seed " << seed;
    const DisplayList& list = owned->display_list();
    for (std::size_t i = 0; i < list.primitives.size(); ++i)
      EXPECT_LT(list.owners->of(i).step, plan->steps.size());
  }
}

}  // namespace
}  // namespace overlace::test
