// SPDX-License-Identifier: Apache-2.0
// ONNX files written field by field, as onnx.proto numbers them.
#include <gtest/gtest.h>

#include <random>

#include "detect/onnx_file.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7U) bytes += static_cast<char>(0x80U | (value & 0x7FU));
  return bytes + static_cast<char>(value);
}

std::string message(std::uint32_t number, const std::string& content) {
  return varint(number << 3U | 2U) + varint(content.size()) + content;
}

std::string number(std::uint32_t field, std::uint64_t value) {
  return varint(field << 3U) + varint(value);
}

/// ValueInfoProto; 0 stands for an extent with a name.
std::string value(const std::string& name, const std::vector<std::uint64_t>& shape) {
  std::string dims;
  for (const std::uint64_t extent : shape)
    dims += message(1, extent == 0 ? message(2, "batch") : number(1, extent));
  return message(1, name) + message(2, message(1, number(1, 1) + message(2, dims)));
}

/// A model with a weight that is listed among the inputs, as old files do.
std::string small_model(const std::string& weight = message(8, "w"),
                        const std::string& node = message(4, "Conv")) {
  const std::string graph =
      message(1, node) + message(5, weight) + message(11, value("images", {0, 3, 640, 480})) +
      message(11, value("w", {16, 3, 3, 3})) + message(12, value("output0", {1, 84, 8400}));
  return number(1, 7) + message(7, graph) + message(8, number(2, 17)) +
         message(14, message(1, "names") + message(2, "{0: 'person'}"));
}

ModelFile read(const std::string& bytes) {
  return read_onnx("a.onnx", std::make_shared<const std::string>(bytes));
}

TEST(OnnxFile, ReadsInputsOutputsAndMetadata) {
  const ModelFile model = read(small_model());
  ASSERT_EQ(model.inputs.size(), 1U);
  EXPECT_EQ(model.inputs[0].text(), "images ?x3x640x480");
  ASSERT_EQ(model.outputs.size(), 1U);
  EXPECT_EQ(model.outputs[0].text(), "output0 1x84x8400");
  EXPECT_EQ(model.opset, 17);
  EXPECT_EQ(model.meta("names"), "{0: 'person'}");
  EXPECT_EQ(model.meta("task"), "");
}

TEST(OnnxFile, RefusesWeightsInOtherFilesWhereverTheyAre) {
  const std::string elsewhere = message(8, "w") + number(14, 1);
  const std::string in_node = message(5, message(5, elsewhere));
  const std::string in_branch = message(5, message(6, message(5, elsewhere)));
  for (const std::string& bytes :
       {small_model(elsewhere), small_model("", in_node), small_model("", in_branch)}) {
    try {
      static_cast<void>(read(bytes));
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::input);
      EXPECT_NE(std::string(error.what()).find("other files"), std::string::npos);
    }
  }
}

TEST(OnnxFile, NoPartAndNoChangeOfAFileCrashes) {
  const std::string whole = small_model();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    try {
      static_cast<void>(read(whole.substr(0, size)));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::input);
    }
  }
  std::mt19937 dice(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string changed = whole;
    for (int k = 0; k < 3; ++k) changed[dice() % changed.size()] = static_cast<char>(dice());
    try {
      static_cast<void>(read(changed));
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::input);
    }
  }
}

TEST(OnnxFile, DeepNestingIsRefused) {
  std::string branch = message(1, message(4, "If"));
  for (int i = 0; i < 1000; ++i) branch = message(1, message(5, message(6, branch)));
  EXPECT_THROW(static_cast<void>(read(message(7, branch))), Error);
}

TEST(OnnxFile, ClassNamesArePythonsLiterals) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(parse_class_names(R"({0: 'person', 2: "it's"})"), (Names{"person", "", "it's"}));
  EXPECT_EQ(parse_class_names(R"(['a', 'b\'c'])"), (Names{"a", "b'c"}));
  for (const char* const bad :
       {"", "person", "{0: person}", "{0 'a'}", "{99999999: 'a'}", "{0: 'a"})
    EXPECT_EQ(parse_class_names(bad), Names{}) << bad;
  EXPECT_EQ(parse_integers("[17, 3]"), (std::vector<std::int64_t>{17, 3}));
}

}  // namespace
}  // namespace overlace
