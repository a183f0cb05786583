// SPDX-License-Identifier: Apache-2.0
// CenterFace (Xu et al. 2019, arXiv 1911.03599): a heat map of faces' centres at a quarter of the
// input's size, and for each cell a size, an offset and five points.
#include <algorithm>
#include <array>
#include <cmath>

#include "detect/heads/families.h"
#include "detect/heads/output_table.h"

namespace overlace {
namespace {

constexpr int cell_px = 4;
constexpr float cell = cell_px;
constexpr std::size_t point_count = 5;
/// Channels of the outputs, in their order: heat, size, offset, points.
constexpr std::array<std::int64_t, 4> channels = {1, 2, 2, 2 * point_count};

class CenterFaceHead final : public Head {
 public:
  [[nodiscard]] InputRule input() const override {
    return {.fit = InputRule::Fit::stretched,
            .rgb = false,
            .scale = 1,
            .margin = 0,
            .longer_side = 0,
            .any_size = true};
  }
  [[nodiscard]] std::vector<std::string> class_names() const override { return {"face"}; }
  [[nodiscard]] Skeleton skeleton() const override { return five_point_face(); }
  [[nodiscard]] double usual_overlap() const override { return 0.3; }

  [[nodiscard]] std::vector<Finding> decode(std::span<const TensorView> outputs,
                                            std::size_t picture, Size input,
                                            const FindRule& rule) const override {
    check(outputs, picture, input);
    const Maps maps(outputs, picture, input);
    std::vector<Finding> faces;
    for (const Candidate& candidate : candidates(
             maps.cells, 1, rule, [&](std::size_t row, std::size_t) { return maps.heat[row]; }))
      if (Finding face = maps.face(candidate); is_box(face.box)) faces.push_back(std::move(face));
    return faces;
  }

 private:
  static void check(std::span<const TensorView> outputs, std::size_t picture, Size input) {
    bool fits = outputs.size() == channels.size();
    for (std::size_t i = 0; fits && i < outputs.size(); ++i)
      fits = has_picture(outputs[i], 4, picture) && outputs[i].shape[1] == channels[i] &&
             outputs[i].shape[2] * cell_px == input.height &&
             outputs[i].shape[3] * cell_px == input.width;
    if (!fits) refuse_outputs("centerface", outputs);
  }

  struct Maps {
    Maps(std::span<const TensorView> outputs, std::size_t picture, Size size)
        : heat(of_picture(outputs[0], picture)),
          sizes(of_picture(outputs[1], picture)),
          offsets(of_picture(outputs[2], picture)),
          points(of_picture(outputs[3], picture)),
          across(extent(outputs[0], 3)),
          cells(heat.size()),
          input(size) {}

    [[nodiscard]] Finding face(const Candidate& candidate) const {
      const std::size_t i = candidate.row;
      const float height = std::exp(sizes[i]) * cell, width = std::exp(sizes[cells + i]) * cell;
      const float x = (static_cast<float>(i % across) + offsets[cells + i] + 0.5F) * cell;
      const float y = (static_cast<float>(i / across) + offsets[i] + 0.5F) * cell;
      const auto right = static_cast<float>(input.width), bottom = static_cast<float>(input.height);
      const float left = std::clamp(x - width / 2, 0.0F, right);
      const float top = std::clamp(y - height / 2, 0.0F, bottom);
      Finding face{.box = box_between(left, top, std::min(left + width, right),
                                      std::min(top + height, bottom)),
                   .score = candidate.score};
      for (std::size_t p = 0; p < point_count; ++p)
        face.key_points.push_back({.at = {points[(2 * p + 1) * cells + i] * width + left,
                                          points[2 * p * cells + i] * height + top},
                                   .state = PointState::visible});
      return face;
    }

    std::span<const float> heat, sizes, offsets, points;
    std::size_t across, cells;
    Size input;
  };
};

bool fits(const ModelFile& model) {
  if (model.outputs.size() != channels.size()) return false;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const std::vector<std::int64_t>& shape = model.outputs[i].shape;
    if (shape.size() != 4 || shape[1] != channels[i]) return false;
  }
  return true;
}

}  // namespace

HeadType centerface_head() {
  return {
      "centerface",
      "four outputs of batch x 1, 2, 2 and 10 x height / 4 x width / 4",
      {4, 4, 4, 4},
      fits,
      [](const ModelFile&) -> std::unique_ptr<Head> { return std::make_unique<CenterFaceHead>(); }};
}

}  // namespace overlace
