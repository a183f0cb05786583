// SPDX-License-Identifier: Apache-2.0
// Previews: a clip at half size shows what the same document shows with all lengths halved.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "graph/data/attributes.h"
#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/memory_picture.h"
#include "text/template.h"

namespace overlace::test {
namespace {

/// Every kind of length in a document, `f` times as long. No text shows "{width}", which prints
/// lengths of the document.
std::string document_with_lengths(double f) {
  const auto px = [&](double length) { return fmt::format("{}", length * f); };
  return fmt::format(
      R"({{"overlace": 1, "nodes": {{
        "given": {{"type": "track_file", "params": {{"path": "given"}}}},
        "people": {{"type": "track_line", "inputs": {{"tracks": "given"}},
                    "params": {{"points": ["10% 20%", "90% 70%"], "name": "door"}}}},
        "links": {{"type": "link_knn", "inputs": {{"points": "people"}},
                   "params": {{"k": 3, "max_distance": {0}, "fade_in": 2}}}},
        "curves": {{"type": "curve_bezier", "inputs": {{"links": "links"}}}},
        "lines": {{"type": "draw_lines", "inputs": {{"curves": "curves"}}, "params": {{
                   "width": {{"map": "length", "stops": [[{1}, {2}], [{3}, {4}]]}},
                   "dash_length": {5}, "dash_gap": {2}, "dash_speed": {3}, "glow_radius": {5}}}}},
        "boxes": {{"type": "draw_boxes", "inputs": {{"tracks": "people"}}, "params": {{
                   "stroke_width": "1.5%", "corner_radius": {5}, "padding": {2},
                   "color": {{"map": "speed", "ramp": [[0, "#f00"], [{0}, "#00f"]]}},
                   "fill": {{"map": "area", "ramp": [[{6}, "#f000"], [{7}, "#00ff"]]}}}}}},
        "points": {{"type": "draw_points", "inputs": {{"tracks": "people"}}, "params": {{
                   "style": "ring", "size": {{"keyframes": [{{"frame": 0, "value": {5}}}, {{"frame": 2, "value": {1}}}]}},
                   "stroke_width": {2}}}}},
        "soft": {{"type": "effect_blur", "inputs": {{"layer": "points"}},
                  "params": {{"sigma": {4}}}}},
        "trails": {{"type": "draw_trails", "inputs": {{"tracks": "people"}},
                    "params": {{"frames": 3, "step": 1, "width": {4}}}}},
        "zones": {{"type": "draw_zones", "inputs": {{"tracks": "people"}},
                   "params": {{"stroke_width": {2}, "arrow": {1}}}}},
        "labels": {{"type": "draw_labels", "inputs": {{"tracks": "people"}}, "params": {{
                   "text": "{{class}} {{id}}", "size": {1}, "plate_radius": {4}, "offset": {2}}}}},
        "title": {{"type": "draw_text", "params": {{"text": "A title", "size": "9%",
                   "margin": {5}}}}},
        "icon": {{"type": "draw_image", "params": {{"path": "a", "size": {1}, "margin": {5}}}}}}},
      "composite": ["soft", "lines", "trails", "boxes", "zones", "points", "labels", "title",
                    "icon"]}})",
      px(60), px(16), px(2), px(50), px(5), px(6), f * f * 100, f * f * 2000);
}

std::vector<TrackRow> rows_with_lengths(float f) {
  std::vector<TrackRow> rows;
  for (int frame = 0; frame < 4; ++frame)
    for (int id = 0; id < 5; ++id) {
      const auto x = static_cast<float>(id * 37 % 150 + 3 * frame);
      const auto y = static_cast<float>(id * 53 % 90 + 2 * frame);
      rows.push_back({.frame = frame,
                      .id = id,
                      .box = {x * f, y * f, 30 * f, static_cast<float>(20 + id) * f},
                      .class_index = 0});
    }
  return rows;
}

TEST(Scale, HalvesAllLengths) {
  const ClipInfo plain{.size = {96, 64}, .frame_count = 4};
  ClipInfo half = plain;
  half.scale = 0.5F;
  const auto preview =
      plan_of(document_with_lengths(1), make_track_table(rows_with_lengths(1), {"person"}), half);
  const auto expected = plan_of(document_with_lengths(0.5),
                                make_track_table(rows_with_lengths(0.5F), {"person"}), plain);
  const auto whole =
      plan_of(document_with_lengths(1), make_track_table(rows_with_lengths(1), {"person"}), plain);
  for (std::int32_t frame = 0; frame < 4; ++frame) {
    const auto drawn = [&](const std::shared_ptr<const Plan>& plan) {
      Picture picture(plain.size, nv12_format(), {});
      picture.fill_noise(3);
      make_cpu_replay(plan, {.threads = 1})->draw(time_of(plain, frame), picture.view());
      return picture.bytes();
    };
    EXPECT_EQ(drawn(preview), drawn(expected)) << "frame " << frame;
    EXPECT_NE(drawn(whole), drawn(expected)) << "frame " << frame;
  }
}

TEST(Scale, TextsTellLengthsOfTheDocument) {
  TrackTable table = make_track_table(rows_with_lengths(0.5F), {"person"});
  finish_tracks(table, {.frame_rate = {25}});
  const TrackView view{.box = table.box.data(),
                       .id = table.id.data(),
                       .class_index = table.class_index.data(),
                       .score = table.score.data(),
                       .age = table.age.data(),
                       .remaining = table.remaining.data(),
                       .velocity = table.velocity.data(),
                       .columns = nullptr,
                       .rows = table.rows(0)};
  const auto written = [&](const ClipInfo& clip) {
    std::string out;
    TextTemplate("{width} {area} {aspect:.2f}", TemplateScope::object, &table, clip)
        .format({.tracks = &view}, out);
    return out;
  };
  EXPECT_EQ(written({.size = {96, 64}}), "15 150 1.50");
  EXPECT_EQ(written({.size = {96, 64}, .scale = 0.5F}), "30 600 1.50");
}

TEST(Scale, FullSizeIsThatOfTheDocument) {
  const ClipInfo half{.size = {960, 540}, .first_frame = 1001, .scale = 0.5F};
  EXPECT_EQ(at_full_size(half).size, (Size{1920, 1080}));
  EXPECT_EQ(at_full_size(half).scale, 1);
  EXPECT_EQ(at_full_size(half).first_frame, 1001);
  const ClipInfo third{.size = {640, 360}, .scale = 1.0F / 3};
  EXPECT_EQ(at_full_size(third).size, (Size{1920, 1080}));
}

}  // namespace
}  // namespace overlace::test
