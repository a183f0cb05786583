// SPDX-License-Identifier: Apache-2.0
// The list of heads, and which of them a file has.
#include "detect/head.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "detect/heads/families.h"
#include "graph/core/error.h"
#include "graph/core/utf8.h"

namespace overlace {
namespace {

std::vector<std::size_t> sorted_ranks(const ModelFile& model) {
  std::vector<std::size_t> ranks;
  for (const TensorInfo& output : model.outputs) ranks.push_back(output.shape.size());
  std::ranges::sort(ranks);
  return ranks;
}

/// How far outputs are from a head's: outputs too many or too few, then dimensions.
std::size_t distance_from(const HeadType& type, const std::vector<std::size_t>& ranks) {
  std::vector<std::size_t> expected = type.ranks;
  std::ranges::sort(expected);
  const std::size_t both = std::min(expected.size(), ranks.size());
  std::size_t distance = 4 * (std::max(expected.size(), ranks.size()) - both);
  for (std::size_t i = 0; i < both; ++i)
    distance += std::max(expected[i], ranks[i]) - std::min(expected[i], ranks[i]);
  return distance;
}

[[noreturn]] void refuse(const ModelFile& model) {
  const std::vector<std::size_t> ranks = sorted_ranks(model);
  const auto nearest = std::ranges::min_element(
      head_types(), {}, [&](const HeadType& type) { return distance_from(type, ranks); });
  constexpr std::size_t most = 8;
  std::vector<std::string> shapes;
  for (const TensorInfo& output : model.outputs)
    if (shapes.size() < most) shapes.push_back(output.text());
  if (model.outputs.size() > most) shapes.emplace_back("…");
  throw Error(
      ErrorCode::input,
      fmt::format("no known detector has these outputs: {}; the nearest, {}, has {}",
                  fmt::join(shapes, ", "), nearest->name, nearest->expects),
      fmt::format("if it is one of them, name it with \"head\": {}", fmt::join(head_names(), ", ")),
      SourceLocation{model.name});
}

}  // namespace

std::span<const HeadType> head_types() {
  static const std::array types{yunet_head(),
                                centerface_head(),
                                rtdetr_head(),
                                ultralytics_segment_head(),
                                ultralytics_pose_head(),
                                ultralytics_oriented_head(),
                                yolox_head(),
                                ultralytics_detect_head()};
  return types;
}

std::vector<std::string> head_names() {
  std::vector<std::string> names;
  for (const HeadType& type : head_types()) names.emplace_back(type.name);
  return names;
}

const HeadType& find_head(const ModelFile& model, std::string_view name) {
  for (const HeadType& type : head_types())
    if (name.empty() ? type.fits(model) : type.name == name) return type;
  if (name.empty()) refuse(model);
  throw Error(ErrorCode::usage, fmt::format("there is no head '{}'", name),
              suggest(name, head_names()));
}

void refuse_outputs(std::string_view head, std::span<const TensorView> outputs) {
  std::vector<std::string> shapes;
  for (const TensorView& output : outputs)
    shapes.push_back(fmt::format("{} {}", utf8_text(output.name), fmt::join(output.shape, "x")));
  const auto type = std::ranges::find(head_types(), head, &HeadType::name);
  throw Error(ErrorCode::input,
              fmt::format("the network puts out {}; {} has {}", fmt::join(shapes, ", "), head,
                          type == head_types().end() ? "" : type->expects),
              "\"head\" names another one");
}

std::vector<std::string> coco_class_names() {
  return {"person",        "bicycle",      "car",
          "motorcycle",    "airplane",     "bus",
          "train",         "truck",        "boat",
          "traffic light", "fire hydrant", "stop sign",
          "parking meter", "bench",        "bird",
          "cat",           "dog",          "horse",
          "sheep",         "cow",          "elephant",
          "bear",          "zebra",        "giraffe",
          "backpack",      "umbrella",     "handbag",
          "tie",           "suitcase",     "frisbee",
          "skis",          "snowboard",    "sports ball",
          "kite",          "baseball bat", "baseball glove",
          "skateboard",    "surfboard",    "tennis racket",
          "bottle",        "wine glass",   "cup",
          "fork",          "knife",        "spoon",
          "bowl",          "banana",       "apple",
          "sandwich",      "orange",       "broccoli",
          "carrot",        "hot dog",      "pizza",
          "donut",         "cake",         "chair",
          "couch",         "potted plant", "bed",
          "dining table",  "toilet",       "tv",
          "laptop",        "mouse",        "remote",
          "keyboard",      "cell phone",   "microwave",
          "oven",          "toaster",      "sink",
          "refrigerator",  "book",         "clock",
          "vase",          "scissors",     "teddy bear",
          "hair drier",    "toothbrush"};
}

Skeleton five_point_face() {
  return {.name = "face_5",
          .points = {"right_eye", "left_eye", "nose", "right_mouth", "left_mouth"},
          .bones = {}};
}

}  // namespace overlace
