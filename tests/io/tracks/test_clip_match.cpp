// SPDX-License-Identifier: Apache-2.0
// Tracks compared with a clip of 100 frames of 640 x 480: what fits, and what looks wrong.
#include <gtest/gtest.h>

#include "io/tracks/clip_match.h"
#include "read_text.h"

namespace overlace::test {
namespace {

std::string fit(const std::string& text, std::int32_t frames = 100, double rate = 0) {
  ReadResult r = read_text(text);
  if (rate > 0) r.report.frame_rate = Rational{static_cast<std::int64_t>(rate), 1};
  std::string all;
  for (const std::string& line :
       describe_clip_match(r.table, r.report, {{640, 480}, {25, 1}, frames}))
    all += line + "\n";
  return all;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Fit, ACleanFileFits) {
  const std::string text = fit("1,1,0,0,640,480\n100,1,10,10,20,20\n");
  EXPECT_TRUE(has(text, "0 to 99: they fit")) << text;
  EXPECT_TRUE(has(text, "2 of 2 boxes lie in the picture of 640x480")) << text;
  EXPECT_FALSE(has(text, "--")) << text;
}

TEST(Fit, OffByOneNamesTheBase) {
  EXPECT_TRUE(has(fit("2,1,0,0,640,480\n101,1,10,10,20,20\n"), "--frame-base 2"));
  EXPECT_TRUE(has(fit("1,1,1,1,640,480\n"), "--pixel-base 1"));
  EXPECT_TRUE(has(fit("1,1,0,0,640,480,1,1,1\n2,1,0,0,640,480,0,1,1\n"), "--pixel-base 0"));
  // If the clip is much too short, it is probably the wrong clip.
  const std::string text = fit("1,1,0,0,640,480\n900,1,10,10,20,20\n");
  EXPECT_TRUE(has(text, "right clip")) << text;
}

TEST(Fit, OtherSizesAreSeen) {
  EXPECT_TRUE(has(fit("1,1,1000,800,800,200\n"), "larger picture (--source-size)"));
  std::string corner;
  for (int i = 1; i <= 60; ++i) corner += std::to_string(i) + ",1,0,0,320,240\n";
  EXPECT_TRUE(has(fit(corner), "smaller picture"));
  EXPECT_FALSE(has(fit("1,1,0,0,320,240\n"), "smaller picture")) << "one box may be anywhere";
  EXPECT_TRUE(has(fit("1,1,0.5,0.5,0.1,0.1\n"), "--source-size 1x1"));
}

TEST(Fit, OtherRatesAreSeen) {
  EXPECT_TRUE(has(fit("1,1,0,0,640,480\n", 100, 30), "--tracks-fps 30"));
  EXPECT_FALSE(has(fit("1,1,0,0,640,480\n", 100, 25), "--tracks-fps"));
}

TEST(Fit, WhatIsNotKnownIsNotCompared) {
  EXPECT_TRUE(has(fit("1,1,0,0,640,480\n", 0), "does not say how many"));
}

}  // namespace
}  // namespace overlace::test
