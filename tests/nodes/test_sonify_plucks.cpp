// SPDX-License-Identifier: Apache-2.0
// sonify_plucks: links as strings; shorter ones sound higher.
#include <gtest/gtest.h>

#include "tests/nodes/sound_run.h"

namespace overlace::test {
namespace {

constexpr const char* nodes = R"("links": {{"type": "link_knn", "inputs": {{"points": "tracks"}}}},
    "heard": {{"type": "sonify_plucks", "inputs": {{"links": "links"}}, "params": {{{}}}}})";

SoundRun run(const std::string& params) {
  TrackTable table = tracks_of({{{.box = {90, 40, 20, 20}}, {.box = {40, 40, 20, 20}}},
                                {{.box = {95, 40, 20, 20}}, {.box = {40, 40, 20, 20}}}});
  finish_tracks(table, {.frame_rate = {10}});
  return SoundRun(fmt::format(fmt::runtime(nodes), params), std::move(table));
}

TEST(SonifyPlucks, AShortLinkIsHigh) {
  const SoundRun plucks = run("");
  EXPECT_NEAR(plucks.value(&SoundOp::pitch, 0, 0), 84, 1e-4);
  EXPECT_NEAR(plucks.value(&SoundOp::pitch, 0, 25), 66, 1e-4) << "a quarter of the height";
  EXPECT_NEAR(plucks.value(&SoundOp::pitch, 0, 50), 48, 1e-4);
  EXPECT_NEAR(plucks.value(&SoundOp::pitch, 0, 90), 48, 1e-4);
}

TEST(SonifyPlucks, StrikesLinksOnce) {
  const SoundRun plucks = run("");
  EXPECT_TRUE(plucks.op().of_links);
  EXPECT_TRUE(plucks.op().once);
  EXPECT_EQ(plucks.op().instrument, Instrument::pluck);
  ASSERT_EQ(plucks.plan().parts.size(), 1U);
  EXPECT_EQ(plucks.plan().frames->slots.at(plucks.plan().parts.front().slot).name, "links");
}

TEST(SonifyPlucks, EveryParameterChangesWhatIsHeard) {
  const std::string before = run("").summary();
  for (const OtherValue& other : {OtherValue{"pitch", "70"},
                                  {"pan", "0.9"},
                                  {"level", "0.4"},
                                  {"brightness", "0.99"},
                                  {"instrument", "\"modal\""},
                                  {"scale", "\"major\""},
                                  {"root", "3"},
                                  {"ratio", "2.5"},
                                  {"ring", "4"}})
    EXPECT_NE(run(fmt::format(R"("{}": {})", other.param, other.value)).summary(), before)
        << other.param;
}

}  // namespace
}  // namespace overlace::test
