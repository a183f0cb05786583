// SPDX-License-Identifier: Apache-2.0
// sonify_voices: position, size and speed of an object, mapped as documented.
#include <gtest/gtest.h>

#include "tests/nodes/sound_run.h"

namespace overlace::test {
namespace {

constexpr const char* node =
    R"("heard": {{"type": "sonify_voices", "inputs": {{"tracks": "tracks"}},
    "params": {{{}}}}})";

/// One object that moves right by 2 px per frame around (x, y).
TrackTable at(float x, float y, float side) {
  std::vector<std::vector<TrackRow>> frames;
  for (int f = 0; f < 9; ++f)
    frames.push_back({{.box = {x - side / 2 + 2 * static_cast<float>(f), y - side / 2, side, side},
                       .class_index = 1}});
  TrackTable table = tracks_of(frames);
  finish_tracks(table, {.frame_rate = {10}});
  return table;
}

SoundRun run(const std::string& params, TrackTable tracks = at(50, 25, 20)) {
  return SoundRun(fmt::format(fmt::runtime(node), params), std::move(tracks));
}

TEST(SonifyVoices, HighInThePictureIsHigh) {
  EXPECT_NEAR(run("", at(50, 0, 20)).value(&SoundOp::pitch), 84, 1e-4);
  EXPECT_NEAR(run("", at(50, 50, 20)).value(&SoundOp::pitch), 66, 1e-4);
  EXPECT_NEAR(run("", at(50, 100, 20)).value(&SoundOp::pitch), 48, 1e-4);
}

TEST(SonifyVoices, StandsWhereItIs) {
  EXPECT_NEAR(run("", at(50, 25, 20)).value(&SoundOp::pan), 0.25, 1e-6);
  EXPECT_NEAR(run("", at(50, 25, 20)).value(&SoundOp::pan, 5), 0.3, 1e-6);
  EXPECT_EQ(run("", at(-50, 25, 20)).value(&SoundOp::pan), 0) << "beyond the picture's left";
}

// 20 x 20 of 200 x 100 px is 2 % of the picture: the level is half the square root of that.
TEST(SonifyVoices, TheLargerTheLouder) {
  EXPECT_NEAR(run("").value(&SoundOp::level), 0.5 * std::sqrt(0.02), 1e-6);
}

// 20 px/s is a fifth of the height per second; the map goes from 0.05 to 0.6 over half the height.
TEST(SonifyVoices, TheFasterTheBrighter) {
  EXPECT_NEAR(run("").value(&SoundOp::brightness, 4), 0.05 + 0.55 * 0.4, 1e-4);
}

TEST(SonifyVoices, PlaysObjectsForAsLongAsTheyAreThere) {
  const SoundOp op = run("").op();
  EXPECT_FALSE(op.of_links);
  EXPECT_FALSE(op.once);
  EXPECT_FALSE(op.instrument.has_value()) << "by class";
  EXPECT_FLOAT_EQ(op.attack_s, 0.02F);
  EXPECT_FLOAT_EQ(op.release_s, 0.08F);
}

TEST(SonifyVoices, EveryParameterChangesWhatIsHeard) {
  const std::string before = run("").summary();
  for (const OtherValue& other : {OtherValue{"pitch", "70"},
                                  {"pan", "0.9"},
                                  {"level", "0.4"},
                                  {"brightness", "0.9"},
                                  {"instrument", "\"modal\""},
                                  {"scale", "\"major\""},
                                  {"root", "3"},
                                  {"ratio", "2.5"},
                                  {"ring", "4"},
                                  {"attack", "0.5"},
                                  {"release", "0.5"}})
    EXPECT_NE(run(fmt::format(R"("{}": {})", other.param, other.value)).summary(), before)
        << other.param;
}

}  // namespace
}  // namespace overlace::test
