// SPDX-License-Identifier: Apache-2.0
// track_smooth: every parameter reaches the filter.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

/// Smooths an object that jitters by 2 px around x = 50, then jumps to 90.
TrackTable smoothed(const std::string& params) {
  std::vector<TrackRow> rows;
  for (int f = 0; f < 40; ++f)
    rows.push_back({f, 1, {(f < 30 ? 50.0F : 90.0F) + (f % 2 == 0 ? 2.0F : -2.0F), 5, 10, 20}});
  TrackTable input = make_track_table(rows, {});
  finish_tracks(input, {.frame_rate = {10}});
  TrackNode node("track_smooth", params);
  node.context.inputs = {&input};
  return node.make();
}

/// Largest distance from x = 50 while it only jitters.
float tremor(const TrackTable& table) {
  float most = 0;
  for (std::uint32_t r = 5; r < 20; ++r) most = std::max(most, std::abs(table.box[r].x - 50));
  return most;
}

TEST(TrackSmooth, StillsWhatTrembles) {
  EXPECT_LT(tremor(smoothed("{}")), 1);
  EXPECT_EQ(smoothed("{}").row_count(), 40U);
}

TEST(TrackSmooth, ItsParametersMatter) {
  EXPECT_LT(tremor(smoothed(R"({"cutoff": 0.2})")), tremor(smoothed("{}")) / 2);
  // In one direction, positions before the jump are unaffected by it.
  EXPECT_LT(smoothed(R"({"method": "one_euro"})").box[29].x, 53);
  EXPECT_GT(smoothed(R"({"cutoff": 0.3})").box[29].x, 53);
  // The stronger the response to speed, the sooner it arrives.
  const auto arrival = [](const std::string& rest) {
    return smoothed(R"({"method": "one_euro", "cutoff": 0.3, )" + rest + "}").box[31].x;
  };
  EXPECT_GT(arrival(R"("speed_response": 20)"), arrival(R"("speed_response": 0)") + 5);
  EXPECT_GT(arrival(R"("derivative_cutoff": 10)"), arrival(R"("derivative_cutoff": 0.1)") + 2);
}

}  // namespace
}  // namespace overlace::test
