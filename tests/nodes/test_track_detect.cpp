// SPDX-License-Identifier: Apache-2.0
// track_detect: what it refuses before a clip is played. What it finds is in
// tests/tools/test_detect.py.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

TEST(TrackDetect, SaysWhenThereAreNoPixels) {
  TrackNode node("track_detect", R"({"model": "a.onnx"})");
  EXPECT_NE(node.refusal().find("pixels"), std::string::npos);
}

TEST(TrackDetect, SaysWhenThereIsNoModel) {
  TrackNode node("track_detect");
  node.play_video = walking_box(2);
  EXPECT_NE(node.refusal().find("--model"), std::string::npos);
}

TEST(TrackDetect, RefusesAFileThatIsNoModel) {
  TrackNode node("track_detect", R"({"model": ")" OVERLACE_SOURCE_DIR R"(/README.md"})");
  node.play_video = walking_box(2);
  EXPECT_NE(node.refusal().find("no ONNX model"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
