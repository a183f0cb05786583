// SPDX-License-Identifier: Apache-2.0
// Nodes that draw with their own code on the host: after warm-up they allocate nothing, and a frame
// drawn alone has the same bytes as in a whole run.
#include <gtest/gtest.h>

#include "gpu/replay.h"
#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/memory_picture.h"
#include "tests/text/allocations.h"

namespace overlace::test {
namespace {

struct DrawnNode {
  const char* name;
  const char* body;  ///< inputs and parameters, as JSON
};
std::ostream& operator<<(std::ostream& out, const DrawnNode& node) {
  return out << node.name;
}

constexpr DrawnNode nodes[] = {
    {"draw_graph",
     R"("params": {"value": {"expr": "frame % 7"}, "style": "area", "text": "{frame}"})"},
    {"draw_graph",
     R"("inputs": {"tracks": "people"}, "params": {"value": {"expr": "x"}, "style": "bars", "seconds": 0.4})"},
    {"draw_gauge", R"("params": {"value": {"expr": "time % 1"}, "text": "{frame}"})"},
    {"draw_gauge",
     R"("inputs": {"tracks": "people"}, "params": {"value": {"expr": "heading"}, "style": "compass"})"},
    {"draw_bars", R"("inputs": {"tracks": "people"}, "params": {"segments": 4})"},
    {"draw_legend", R"("inputs": {"tracks": "people"}, "params": {"text": "{frame}"})"},
    {"draw_table", R"("params": {"rows": ["a | b", "frame | {frame}"], "header": true})"},
    {"draw_title",
     R"("params": {"title": "at {frame}", "subtitle": "{time}", "from": 0, "to": 1})"},
    {"draw_guides", R"("params": {"kind": "grid"})"},
    {"draw_arrows", R"("inputs": {"tracks": "people"}, "params": {})"},
    {"draw_points", R"("inputs": {"tracks": "people"}, "params": {"style": "star", "size": 9})"},
    {"draw_points", R"("inputs": {"tracks": "people"}, "params": {"style": "reticle", "size": 9})"},
    {"draw_pattern", R"("params": {"kind": "grain"})"},
    {"draw_text", R"("params": {"text": "{wall:%A %H:%M:%S} {frame}/{frames} {progress}"})"},
    {"draw_labels", R"("inputs": {"tracks": "people"}, "params": {"text": "{class} {id} {heat}"})"},
    {"draw_outlines",
     R"("inputs": {"tracks": "people"}, "params": {"missing": "ellipse", "feather": 4, "order": "y"})"},
    {"draw_spotlight", R"("inputs": {"tracks": "people"}, "params": {"shape": "mask"})"},
    {"draw_heat", R"("inputs": {"tracks": "people"}, "params": {})"},
    {"draw_heat",
     R"("inputs": {"tracks": "people"}, "params": {"mode": "fade", "seconds": 0.3, "scale": "frame"})"},
    {"draw_trails", R"("inputs": {"tracks": "people"}, "params": {"frames": 6})"},
    {"draw_trails",
     R"("inputs": {"tracks": "people"}, "params": {"frames": 6, "style": "ribbon", "paint": "point"})"},
    {"draw_trails",
     R"("inputs": {"tracks": "people"}, "params": {"frames": 9, "style": "dashes", "step": 2})"},
    {"draw_trails",
     R"("inputs": {"tracks": "people"}, "params": {"frames": 9, "style": "steps", "after_end": "stay"})"},
    {"draw_lines",
     R"("inputs": {"curves": "curved"}, "params": {"width": 3, "head": "triangle", "clear": 4})"},
    {"draw_link_labels", R"("inputs": {"curves": "curved"}, "params": {"text": "{length:.0f}"})"},
    {"draw_spectrogram", R"("inputs": {"audio": "bands"}, "params": {"seconds": 2, "now": 0.5})"},
    {"draw_spectrogram",
     R"("inputs": {"audio": "bands"}, "params": {"seconds": 2, "colors": "data"})"},
    {"draw_waveform", R"("inputs": {"audio": "heard"}, "params": {"seconds": 1})"},
    {"draw_waveform",
     R"("inputs": {"audio": "heard"}, "params": {"seconds": 1, "style": "bars", "now": 0.5})"},
    {"draw_spectrum", R"("inputs": {"audio": "bands"}, "params": {"style": "line"})"},
    {"draw_spectrum",
     R"("inputs": {"audio": "bands"}, "params": {"style": "ring", "mirror": true})"},
    {"draw_meter", R"("inputs": {"audio": "bands"}, "params": {"segments": 20})"},
    {"draw_meter", R"("inputs": {"audio": "bands"}, "params": {"style": "needle", "top": 0.5})"},
};

std::shared_ptr<const Plan> plan_with(const DrawnNode& node, const ClipInfo& clip) {
  std::uint32_t state = 7;
  const auto random = [&] { return state = state * 1664525U + 1013904223U; };
  const RandomClip wanted{.size = clip.size, .frames = clip.frame_count};
  TrackTable tracks = random_tracks(random, wanted);
  tracks.embedding_size = 2;
  for (std::uint32_t value = 0; value < 2 * tracks.row_count(); ++value)
    tracks.embedding.push_back(static_cast<float>(value * 7 % 11) - 5);
  return plan_of(std::string(R"({"overlace": 1, "nodes": {
      "people": {"type": "track_file", "params": {"path": "given"}},
      "alike": {"type": "link_similar", "inputs": {"points": "people"}, "params": {"k": 16, "min_similarity": -1}},
      "curved": {"type": "curve_bezier", "inputs": {"links": "alike"}},
      "heard": {"type": "audio_input"},
      "levels": {"type": "audio_levels", "inputs": {"audio": "heard"}},
      "bands": {"type": "audio_spectrum", "inputs": {"audio": "levels"}},
      "drawn": {"type": ")") +
                     node.name + R"(", )" + node.body + R"(}}, "composite": ["drawn"]})",
                 std::move(tracks), clip);
}

class HostDraws : public ::testing::TestWithParam<DrawnNode> {
 protected:
  static inline const ClipInfo clip{.size = {160, 120}, .frame_count = 30};
};

TEST_P(HostDraws, AllocateNothingOnceWarm) {
  const auto replay = make_cpu_replay(plan_with(GetParam(), clip), {.threads = 1});
  Picture picture(clip.size, nv12_format(), {});
  const auto play = [&] {
    for (std::int32_t frame = 0; frame < clip.frame_count; ++frame)
      replay->draw(time_of(clip, frame), picture.view());
  };
  play();
  play();
  const std::size_t before = allocations();
  play();
  EXPECT_EQ(allocations(), before);
}

TEST_P(HostDraws, AFrameAloneIsThatOfAWholeRun) {
  const auto plan = plan_with(GetParam(), clip);
  const auto run = make_cpu_replay(plan, {.threads = 1});
  const auto drawn = [&](Replay& replay, std::int32_t frame) {
    Picture picture(clip.size, nv12_format(), {});
    picture.fill_noise(static_cast<std::uint32_t>(frame));
    replay.draw(time_of(clip, frame), picture.view());
    return picture.bytes();
  };
  for (std::int32_t frame = 0; frame < clip.frame_count; ++frame) {
    const auto bytes = drawn(*run, frame);
    if (frame % 9 != 4) continue;
    EXPECT_EQ(bytes, drawn(*make_cpu_replay(plan, {.threads = 1}), frame)) << frame;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, HostDraws, ::testing::ValuesIn(nodes));

}  // namespace
}  // namespace overlace::test
