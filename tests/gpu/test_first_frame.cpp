// SPDX-License-Identifier: Apache-2.0
// Shots that begin at 1001: the same pictures as from 0, with all frame numbers shifted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/memory_picture.h"
#include "text/template.h"

namespace overlace::test {
namespace {

/// Everything that depends on a frame's number or time; frame numbers start at `first`.
std::string document_from(std::int32_t first) {
  return fmt::format(
      R"({{"overlace": 1, "nodes": {{
        "people": {{"type": "track_file", "params": {{"path": "given"}}}},
        "links": {{"type": "link_knn", "inputs": {{"points": "people"}},
                   "params": {{"k": 2, "fade_in": 2, "fade_out": 2}}}},
        "curves": {{"type": "curve_bezier", "inputs": {{"links": "links"}}}},
        "lines": {{"type": "draw_lines", "inputs": {{"curves": "curves"}},
                   "params": {{"dash_length": 5, "dash_gap": 3, "dash_speed": 40}}}},
        "boxes": {{"type": "draw_boxes", "inputs": {{"tracks": "people"}}, "params": {{
                   "stroke_width": {{"keyframes": [{{"frame": {}, "value": 1}}, {{"frame": {}, "value": 6}}]}},
                   "corner_radius": {{"keyframes": [{{"time": 0, "value": 0}},
                                                  {{"time": 0.2, "value": 9}}]}}}}}},
        "trails": {{"type": "draw_trails", "inputs": {{"tracks": "people"}},
                    "params": {{"frames": 5, "step": 2, "width": 3}}}},
        "title": {{"type": "draw_text", "params": {{"text": "{{time}} {{timecode}}",
                   "size": 12}}}}}},
      "composite": ["lines", "trails", "boxes", "title"]}})",
      first, first + 4);
}

std::vector<TrackRow> rows_from(std::int32_t first) {
  std::vector<TrackRow> rows;
  for (int frame = 0; frame < 6; ++frame)
    for (int id = 0; id < 4; ++id) {
      if (frame == 3 && id == 1) continue;
      rows.push_back({.frame = first + frame,
                      .id = id,
                      .box = {static_cast<float>(id * 21 + 2 * frame),
                              static_cast<float>(id * 11 + frame), 12, 9}});
    }
  return rows;
}

TEST(FirstFrame, MovesNumbersAndNotPictures) {
  constexpr std::int32_t first = 1001;
  const ClipInfo from_0{.size = {96, 64}, .frame_count = 6};
  ClipInfo from_1001 = from_0;
  from_1001.first_frame = first;
  const auto plain = plan_of(document_from(0), make_track_table(rows_from(0), {}), from_0);
  const auto shot =
      plan_of(document_from(first), make_track_table(rows_from(first), {}), from_1001);
  const auto a = make_cpu_replay(plain, {.threads = 1}), b = make_cpu_replay(shot, {.threads = 1});
  std::vector<std::byte> before;
  for (std::int32_t frame = 0; frame < 6; ++frame) {
    const FrameTime time = time_of(from_0, frame), numbered = time_of(from_1001, first + frame);
    EXPECT_EQ(time.shown_s, numbered.shown_s);
    Picture expected(from_0.size, nv12_format(), {}), actual = expected;
    a->draw(time, expected.view());
    b->draw(numbered, actual.view());
    EXPECT_EQ(expected.bytes(), actual.bytes()) << "frame " << frame;
    EXPECT_NE(expected.bytes(), before) << "frame " << frame;
    before = expected.bytes();
  }
}

TEST(FirstFrame, IsWhatTextsTell) {
  const ClipInfo shot{.frame_rate = {24}, .first_frame = 1001};
  std::string out;
  TextTemplate("{frame} {timecode}", TemplateScope::frame, nullptr, shot)
      .format({.time = time_of(shot, 1001 + 25)}, out);
  EXPECT_EQ(out, "1026 00:00:01:01");
}

}  // namespace
}  // namespace overlace::test
