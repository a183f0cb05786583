// SPDX-License-Identifier: Apache-2.0
// A plan shared by several replays, each with its own memory from frame to frame. Built with
// -fsanitize=thread, this also tests that no two of them write the same memory.
#include <gtest/gtest.h>

#include <thread>

#include "tests/nodes/harness.h"
#include "tests/text/fonts.h"

namespace overlace::test {
namespace {

class SharedPlan : public FontTest {};

/// Every node with memory from frame to frame: texts that change, masks, and links that fade.
std::shared_ptr<const Plan> wordy_plan() {
  std::vector<std::vector<TrackRow>> frames(12);
  for (int f = 0; f < 12; ++f)
    for (int i = 0; i < 4; ++i)
      frames[static_cast<std::size_t>(f)].push_back(
          {.id = i,
           .box = {static_cast<float>(10 + 3 * f + 40 * i), static_cast<float>(20 + 8 * i), 20, 30},
           .class_index = i % 2,
           .score = 0.1F * static_cast<float>(f)});
  TrackTable tracks = tracks_of(frames);
  for (std::uint32_t row = 0; row < tracks.row_count(); ++row) {
    const Box& b = tracks.box[row];
    const OutlinePoint corners[] = {
        {{b.x, b.y}, 0}, {{b.x + b.width, b.y}, 0}, {{b.x, b.y + b.height}, 0}};
    tracks.outlines.put(row, corners);
  }
  const GraphRun run(R"(
      "labels": {"type": "draw_labels", "inputs": {"tracks": "tracks"},
                 "params": {"size": {"map": "score", "from": [0, 1], "to": [8, 20]},
                            "text": "{class} {id} {score:.2f} {frame}"}},
      "clock": {"type": "draw_text", "params": {"text": "{timecode}"}},
      "shapes": {"type": "draw_outlines", "inputs": {"tracks": "tracks"}},
      "links": {"type": "link_knn", "inputs": {"points": "tracks"}, "params": {"fade_out": 4}},
      "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
      "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}})",
                     R"(["lines", "shapes", "labels", "clock"])", std::move(tracks));
  return run.shared_plan();
}

std::vector<std::uint8_t> drawn(Replay& replay, std::int32_t frame) {
  Picture picture({200, 100});
  replay.draw({frame, frame / 10.0}, picture.view());
  return picture.rgb;
}

TEST_F(SharedPlan, HasNoGlyphsOfItsOwn) {
  const auto plan = wordy_plan();
  const auto one = make_cpu_replay(plan, {.threads = 1}),
             two = make_cpu_replay(plan, {.threads = 1});
  (void)drawn(*one, 3);
  ASSERT_NE(one->display_list().atlas, nullptr);
  EXPECT_GT(one->display_list().atlas->coverage.size(), 0U);
  EXPECT_EQ(two->display_list().atlas->coverage.size(), 0U) << "the other replay drew nothing yet";
}

TEST_F(SharedPlan, IsReplayedOnSeveralThreadsAtOnce) {
  const auto plan = wordy_plan();
  std::vector<std::vector<std::uint8_t>> expected;
  const auto alone = make_cpu_replay(plan, {.threads = 1});
  for (std::int32_t f = 0; f < 12; ++f) expected.push_back(drawn(*alone, f));
  EXPECT_NE(expected[0], expected[11]);
  const auto draw_all = [&](bool backwards) {
    const auto replay = make_cpu_replay(plan, {.threads = 1});
    for (int round = 0; round < 5; ++round)
      for (std::int32_t i = 0; i < 12; ++i) {
        const std::int32_t f = backwards ? 11 - i : i;
        EXPECT_EQ(drawn(*replay, f), expected[static_cast<std::size_t>(f)]) << "frame " << f;
      }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(draw_all, i % 2 != 0);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace overlace::test
