// SPDX-License-Identifier: Apache-2.0
// YuNet (Wu, Peng and Yu 2023), the face detector of OpenCV's model zoo, as of 2023.
#include <algorithm>
#include <array>
#include <cmath>

#include "detect/heads/families.h"
#include "detect/heads/output_table.h"

namespace overlace {
namespace {

constexpr std::array<int, 3> strides = {8, 16, 32};  // px
constexpr std::size_t point_count = 5;

class YunetHead final : public Head {
 public:
  [[nodiscard]] InputRule input() const override {
    return {.fit = InputRule::Fit::corner, .rgb = false, .scale = 1, .margin = 0, .longer_side = 0};
  }
  [[nodiscard]] std::vector<std::string> class_names() const override { return {"face"}; }
  [[nodiscard]] Skeleton skeleton() const override { return five_point_face(); }
  [[nodiscard]] double usual_overlap() const override { return 0.3; }

  [[nodiscard]] std::vector<Finding> decode(std::span<const TensorView> outputs,
                                            std::size_t picture, Size input,
                                            const FindRule& rule) const override {
    std::vector<Finding> findings;
    for (const int stride : strides) {
      const Level level(outputs, picture, input, stride);
      for (const Candidate& candidate :
           candidates(level.cls.rows(), 1, rule,
                      [&](std::size_t row, std::size_t) { return level.score(row); }))
        if (Finding face = level.face(candidate); is_box(face.box))
          findings.push_back(std::move(face));
    }
    return findings;
  }

 private:
  /// The outputs for cells of one size.
  struct Level {
    Level(std::span<const TensorView> outputs, std::size_t picture, Size input, int stride_px)
        : stride(static_cast<float>(stride_px)),
          across(static_cast<std::size_t>(input.width / stride_px)),
          cells(across * static_cast<std::size_t>(input.height / stride_px)),
          cls(table(outputs, picture, "cls", stride_px, 1)),
          obj(table(outputs, picture, "obj", stride_px, 1)),
          boxes(table(outputs, picture, "bbox", stride_px, 4)),
          points(table(outputs, picture, "kps", stride_px, 2 * point_count)) {}

    [[nodiscard]] OutputTable table(std::span<const TensorView> outputs, std::size_t picture,
                                    const char* what, int stride_px, std::size_t columns) const {
      const TensorView* const output =
          find_output(outputs, std::string(what) + "_" + std::to_string(stride_px));
      const bool is_it = output != nullptr && has_picture(*output, 3, picture) &&
                         extent(*output, 1) == cells && extent(*output, 2) == columns;
      if (!is_it) refuse_outputs("yunet", outputs);
      return {*output, picture, OutputTable::Order::by_row};
    }
    [[nodiscard]] float score(std::size_t row) const {
      return std::sqrt(std::clamp(cls.at(row, 0), 0.0F, 1.0F) *
                       std::clamp(obj.at(row, 0), 0.0F, 1.0F));
    }
    [[nodiscard]] Finding face(const Candidate& candidate) const {
      const std::size_t row = candidate.row;
      const auto column = static_cast<float>(row % across);
      const auto line = static_cast<float>(row / across);
      Finding face{.box = box_around(
                       (column + boxes.at(row, 0)) * stride, (line + boxes.at(row, 1)) * stride,
                       std::exp(boxes.at(row, 2)) * stride, std::exp(boxes.at(row, 3)) * stride),
                   .score = candidate.score};
      for (std::size_t p = 0; p < point_count; ++p)
        face.key_points.push_back({.at = {(column + points.at(row, 2 * p)) * stride,
                                          (line + points.at(row, 2 * p + 1)) * stride},
                                   .state = PointState::visible});
      return face;
    }

    float stride;
    std::size_t across, cells;
    OutputTable cls, obj, boxes, points;
  };
};

bool fits(const ModelFile& model) {
  return std::ranges::all_of(std::array{"cls_8", "obj_8", "bbox_8", "kps_8"},
                             [&](const char* name) { return model.output(name) != nullptr; });
}

}  // namespace

HeadType yunet_head() {
  return {"yunet",
          "outputs cls, obj, bbox and kps with _8, _16 and _32: batch x cells x 1, 1, 4 and 10",
          std::vector<std::size_t>(12, 3), fits,
          [](const ModelFile&) -> std::unique_ptr<Head> { return std::make_unique<YunetHead>(); }};
}

}  // namespace overlace
