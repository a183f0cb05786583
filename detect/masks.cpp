// SPDX-License-Identifier: Apache-2.0
// Masks from prototypes, and their outlines.
#include <algorithm>
#include <cmath>

#include "detect/finding.h"
#include "geometry/mask_outline.h"
#include "graph/core/pixel_rect.h"

namespace overlace {
namespace {

/// The pixels of the input that a box covers, at least in part.
PixelRect covered(const Box& box, Size input) {
  const auto low = [](float at) {
    return static_cast<int>(std::floor(std::clamp(at, 0.0F, 1e6F)));
  };
  const auto high = [](float at) {
    return static_cast<int>(std::ceil(std::clamp(at, 0.0F, 1e6F)));
  };
  const PixelRect rect{low(box.x), low(box.y), high(box.x + box.width) - low(box.x),
                       high(box.y + box.height) - low(box.y)};
  return intersection(rect, whole(input));
}

class MaskTracer {
 public:
  MaskTracer(const Prototypes& prototypes, Size input)
      : prototypes_(prototypes),
        input_(input),
        cells_(static_cast<std::size_t>(prototypes.grid.width) *
               static_cast<std::size_t>(prototypes.grid.height)) {}

  void trace(Finding& finding) {
    const PixelRect part = covered(finding.box, input_);
    if (part.is_empty()) return;
    weigh(finding.mask_weights, part);
    outline_.trace({part.width, part.height}, runs_of(part));
    for (std::size_t ring = 0; ring < outline_.ring_count(); ++ring)
      add(outline_.ring(ring), static_cast<std::uint32_t>(ring), part, finding.outline);
  }

 private:
  [[nodiscard]] double step_x() const { return double(prototypes_.grid.width) / input_.width; }
  [[nodiscard]] double step_y() const { return double(prototypes_.grid.height) / input_.height; }

  /// The weighted sum, at the cells around a part of the input.
  void weigh(std::span<const float> weights, const PixelRect& part) {
    const PixelRect wanted{
        static_cast<int>(part.x * step_x()) - 1, static_cast<int>(part.y * step_y()) - 1,
        static_cast<int>(part.width * step_x()) + 4, static_cast<int>(part.height * step_y()) + 4};
    const PixelRect cells = intersection(wanted, whole(prototypes_.grid));
    const auto width = static_cast<std::size_t>(prototypes_.grid.width);
    for (int y = cells.y; y < cells.bottom(); ++y) {
      const std::size_t row = static_cast<std::size_t>(y) * width;
      const auto begin = row + static_cast<std::size_t>(cells.x);
      const auto end = row + static_cast<std::size_t>(cells.right());
      std::fill(cells_.begin() + static_cast<std::ptrdiff_t>(begin),
                cells_.begin() + static_cast<std::ptrdiff_t>(end), 0.0F);
      for (std::size_t k = 0; k < weights.size(); ++k) {
        const float* const plane = prototypes_.planes.data() + k * cells_.size();
        for (std::size_t i = begin; i < end; ++i) cells_[i] += weights[k] * plane[i];
      }
    }
  }
  /// Bilinear, with pixel centres at 0.5.
  [[nodiscard]] float value(int x, int y) const {
    const double u = std::clamp((x + 0.5) * step_x() - 0.5, 0.0, prototypes_.grid.width - 1.0);
    const double v = std::clamp((y + 0.5) * step_y() - 0.5, 0.0, prototypes_.grid.height - 1.0);
    const int left = static_cast<int>(u), top = static_cast<int>(v);
    const int right = std::min(left + 1, prototypes_.grid.width - 1);
    const int bottom = std::min(top + 1, prototypes_.grid.height - 1);
    const auto cell = [&](int column, int row) {
      return cells_[static_cast<std::size_t>(row) *
                        static_cast<std::size_t>(prototypes_.grid.width) +
                    static_cast<std::size_t>(column)];
    };
    const auto h = static_cast<float>(u - left), w = static_cast<float>(v - top);
    return std::lerp(std::lerp(cell(left, top), cell(right, top), h),
                     std::lerp(cell(left, bottom), cell(right, bottom), h), w);
  }
  /// Down the columns of the part, beginning outside.
  [[nodiscard]] std::span<const std::uint32_t> runs_of(const PixelRect& part) {
    runs_.assign(1, 0);
    bool inside = false;
    for (int x = part.x; x < part.right(); ++x)
      for (int y = part.y; y < part.bottom(); ++y) {
        if ((value(x, y) > 0) != inside) {
          runs_.push_back(0);
          inside = !inside;
        }
        ++runs_.back();
      }
    return runs_;
  }
  /// Points between two others on a straight line say nothing.
  static void add(std::span<const Vec2> ring, std::uint32_t index, const PixelRect& part,
                  std::vector<OutlinePoint>& outline) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec2 into = ring[i] - ring[i == 0 ? ring.size() - 1 : i - 1];
      const Vec2 on = ring[i + 1 == ring.size() ? 0 : i + 1] - ring[i];
      if (into.x * on.y != into.y * on.x)
        outline.push_back(
            {ring[i] + Vec2{static_cast<float>(part.x), static_cast<float>(part.y)}, index});
    }
  }

  Prototypes prototypes_;
  Size input_;
  std::vector<float> cells_;  ///< of the grid; only those near the current part are set
  std::vector<std::uint32_t> runs_;
  MaskOutline outline_;
};

}  // namespace

void trace_masks(std::vector<Finding>& findings, const Prototypes& prototypes, Size input) {
  MaskTracer tracer(prototypes, input);
  for (Finding& finding : findings) tracer.trace(finding);
}

}  // namespace overlace
