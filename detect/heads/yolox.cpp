// SPDX-License-Identifier: Apache-2.0
// YOLOX (Ge et al. 2021, arXiv 2107.08430), exported without its decoding, as its tools do.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "detect/heads/families.h"
#include "detect/heads/output_table.h"

namespace overlace {
namespace {

constexpr std::array<int, 4> strides = {8, 16, 32, 64};  // px; the last one in large networks alone

std::size_t cells(Size input, int stride) {
  return static_cast<std::size_t>(input.width / stride) *
         static_cast<std::size_t>(input.height / stride);
}

/// How many strides make this many places; nothing if none do.
std::optional<std::size_t> strides_of(std::size_t places, Size input) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < strides.size(); ++i) {
    count += cells(input, strides[i]);
    if (i >= 2 && count == places) return i + 1;
  }
  return std::nullopt;
}

/// The centre of each place's cell is not used: offsets count from its corner.
struct Place {
  int column, row, stride;
};
std::vector<Place> places_of(Size input, std::size_t count) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < count; ++i)
    for (int row = 0; row < input.height / strides[i]; ++row)
      for (int column = 0; column < input.width / strides[i]; ++column)
        places.push_back({column, row, strides[i]});
  return places;
}

class YoloxHead final : public Head {
 public:
  [[nodiscard]] InputRule input() const override {
    return {.fit = InputRule::Fit::corner, .rgb = false, .scale = 1};
  }
  [[nodiscard]] double usual_overlap() const override { return 0.45; }

  [[nodiscard]] std::vector<Finding> decode(std::span<const TensorView> outputs,
                                            std::size_t picture, Size input,
                                            const FindRule& rule) const override {
    const bool has_rows =
        outputs.size() == 1 && has_picture(outputs[0], 3, picture) && extent(outputs[0], 2) > 5;
    const auto count = has_rows ? strides_of(extent(outputs[0], 1), input) : std::nullopt;
    if (!count) refuse_outputs("yolox", outputs);
    const OutputTable table(outputs[0], picture, OutputTable::Order::by_row);
    const std::vector<Place> places = places_of(input, *count);
    std::vector<Finding> findings;
    for (const Candidate& c :
         candidates(table.rows(), table.columns() - 5, rule, [&](std::size_t row, std::size_t k) {
           return table.at(row, 4) * table.at(row, 5 + k);
         })) {
      const Place& place = places[c.row];
      const auto stride = static_cast<float>(place.stride);
      const Box box =
          box_around((table.at(c.row, 0) + static_cast<float>(place.column)) * stride,
                     (table.at(c.row, 1) + static_cast<float>(place.row)) * stride,
                     std::exp(table.at(c.row, 2)) * stride, std::exp(table.at(c.row, 3)) * stride);
      if (is_box(box)) findings.push_back({box, c.score, static_cast<std::int32_t>(c.class_index)});
    }
    return findings;
  }
};

bool fits(const ModelFile& model) {
  const bool has_table = model.meta("task").empty() && model.outputs.size() == 1 &&
                         model.outputs[0].shape.size() == 3 && model.inputs.size() == 1 &&
                         model.inputs[0].shape.size() == 4;
  if (!has_table || model.outputs[0].shape[2] <= 5) return false;
  const std::int64_t height = model.inputs[0].shape[2], width = model.inputs[0].shape[3];
  const std::int64_t places = model.outputs[0].shape[1];
  constexpr std::int64_t most = 1 << 15;
  if (std::min({height, width, places}) < 1 || std::max(height, width) > most) return false;
  return strides_of(static_cast<std::size_t>(places),
                    {static_cast<int>(width), static_cast<int>(height)})
      .has_value();
}

}  // namespace

HeadType yolox_head() {
  return {"yolox",
          "one output of batch x places x (5 + classes), a place for each cell of 8, 16 and 32 px",
          {3},
          fits,
          [](const ModelFile&) -> std::unique_ptr<Head> { return std::make_unique<YoloxHead>(); }};
}

}  // namespace overlace
