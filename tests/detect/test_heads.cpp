// SPDX-License-Identifier: Apache-2.0
// Heads told by their files, and outputs that are not theirs. What each head finds is checked with
// files of constant output, in tests/tools/test_detect.py.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "detect/head.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

ModelFile file(std::vector<TensorInfo> outputs, std::map<std::string, std::string> metadata = {}) {
  return {.name = "a.onnx",
          .bytes = {},
          .inputs = {{"images", {1, 3, 640, 640}}},
          .outputs = std::move(outputs),
          .metadata = std::move(metadata)};
}

std::map<std::string, std::string> ultralytics(const std::string& task) {
  return {{"task", task}, {"names", "{0: 'a', 1: 'b'}"}};
}

std::string told(const ModelFile& model) {
  return std::string(find_head(model, "").name);
}

TEST(Heads, AreToldByShapes) {
  EXPECT_EQ(told(file({{"output0", {1, 84, 8400}}})), "ultralytics_detect");
  EXPECT_EQ(told(file({{"output0", {1, 300, 6}}})), "ultralytics_detect");
  EXPECT_EQ(told(file({{"output", {1, 25200, 85}}})), "ultralytics_detect");
  EXPECT_EQ(told(file({{"output", {1, 8400, 85}}})), "yolox");
  EXPECT_EQ(told(file({{"output0", {1, 56, 8400}}})), "ultralytics_pose");
  EXPECT_EQ(told(file({{"output0", {1, 116, 8400}}, {"output1", {1, 32, 160, 160}}})),
            "ultralytics_segment");
  EXPECT_EQ(told(file({{"output0", {1, 300, 84}}})), "rtdetr");
}

TEST(Heads, AreToldByMetadataAndNames) {
  EXPECT_EQ(told(file({{"output0", {1, 7, 8400}}}, ultralytics("obb"))), "ultralytics_oriented");
  EXPECT_EQ(told(file({{"output0", {1, 7, 8400}}}, ultralytics("detect"))), "ultralytics_detect");
  EXPECT_EQ(told(file({{"output0", {1, 11, 8400}}}, ultralytics("pose"))), "ultralytics_pose");
  auto decoder = ultralytics("detect");
  decoder["head"] = "RTDETRDecoder";
  EXPECT_EQ(told(file({{"output0", {1, 300, 6}}}, decoder)), "rtdetr");
  EXPECT_EQ(told(file({{"logits", {1, 300, 80}}, {"pred_boxes", {1, 300, 4}}})), "rtdetr");
  EXPECT_EQ(told(file({{"a", {1, 1, 160, 160}},
                       {"b", {1, 2, 160, 160}},
                       {"c", {1, 2, 160, 160}},
                       {"d", {1, 10, 160, 160}}})),
            "centerface");
}

TEST(Heads, AnUnknownFileNamesTheNearest) {
  try {
    static_cast<void>(
        find_head(file({{"x", {1, 9, 9, 9}}, {"y", {1, 2, 9, 9}}, {"z", {1, 2, 9, 9}}}), ""));
    FAIL();
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("x 1x9x9x9, y 1x2x9x9"), std::string::npos) << text;
    EXPECT_NE(text.find("centerface"), std::string::npos) << text;
  }
}

/// Every head with outputs of random shapes and values, some of them not numbers: it finds boxes
/// or refuses, and reads nothing outside of the values.
TEST(Heads, NoOutputsCrash) {
  std::mt19937 dice(7);
  const auto pick = [&](const auto& list) -> const auto& {
    return list[dice() % list.size()];
  };
  const std::vector<std::int64_t> extents = {1, 1, 2, 4, 5, 6, 7, 10, 38, 57, 84, 300};
  const std::vector<std::string> names = {"logits", "pred_boxes", "labels", "boxes", "scores",
                                          "cls_8",  "obj_8",      "bbox_8", "kps_8", "output0"};
  const std::vector<float> special = {std::numeric_limits<float>::quiet_NaN(),
                                      std::numeric_limits<float>::infinity(), -1e30F, 1e30F, 200};
  for (int round = 0; round < 500; ++round) {
    const HeadType& type = pick(head_types());
    const auto head = type.make(
        file({}, dice() % 2 == 0 ? ultralytics("detect") : std::map<std::string, std::string>{}));
    std::vector<std::vector<std::int64_t>> shapes(1 + dice() % 4);
    std::vector<std::vector<float>> values(shapes.size());
    std::vector<TensorView> outputs;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      std::size_t count = 1;
      for (std::size_t d = 0, rank = 1 + dice() % 4; d < rank && count < 100'000; ++d) {
        shapes[i].push_back(pick(extents));
        count *= static_cast<std::size_t>(shapes[i].back());
      }
      if (dice() % 8 == 0) --count;  // fewer values than the shape says
      values[i].resize(count);
      for (float& value : values[i])
        value = dice() % 50 == 0 ? pick(special) : static_cast<float>(dice() % 1000) / 900;
      outputs.push_back({pick(names), shapes[i], values[i]});
    }
    try {
      const std::vector<Finding> findings = head->decode(outputs, dice() % 2, {64, 64}, {});
      for (const Finding& finding : findings) {
        EXPECT_TRUE(std::isfinite(finding.box.x + finding.box.width));
        EXPECT_GT(finding.box.width, 0);
        EXPECT_GE(finding.score, 0.25F);
      }
      static_cast<void>(head->prototypes(outputs, 0));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::input);
    }
  }
}

}  // namespace
}  // namespace overlace
