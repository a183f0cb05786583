// SPDX-License-Identifier: Apache-2.0
// Where an effect on the picture works.
#pragma once

#include <cstddef>
#include <span>

#include "gpu/kernels/lut.h"
#include "gpu/kernels/plane_gather.h"
#include "graph/core/orientation.h"
#include "graph/plan/region_marks.h"

namespace overlace {

/// The picture, the region that limits the effect, and its memory.
struct PicturePlace {
  Target picture;                ///< one of its kind; passes take its memory from the record
  RegionImage region;            ///< as large as the picture
  std::byte* scratch = nullptr;  ///< of scratch_bytes(operation, size)
  /// As much again, for pictures whose colours are straight.
  std::byte* alpha_scratch = nullptr;
  Orientation stored{};
  std::span<const LutView> luts{};      ///< of the plan, where passes read them
  const std::uint32_t* lost = nullptr;  ///< see PictureComponent

  /// One component, for passes that run with a record.
  [[nodiscard]] PictureComponent component(int index, const PictureRecord* record) const {
    return {.record = record,
            .component = index,
            .size = component_size(picture, index),
            .region = region,
            .covered = marks(is_subsampled(picture, index)),
            .lost = lost};
  }
  /// Pixels of the picture per sample of a component, across and down: 1 or 2.
  [[nodiscard]] int pixels_across(int component) const {
    return is_subsampled(picture, component) ? 2 : 1;
  }
  [[nodiscard]] int pixels_down(int component) const {
    return is_subsampled(picture, component) && picture.has_half_rows() ? 2 : 1;
  }
  /// How a component is shown.
  [[nodiscard]] ShownPlane shown(int component) const {
    return ShownPlane::of(picture, component_size(picture, component), pixels_across(component),
                          pixels_down(component), stored);
  }
  /// The scratch memory after the marks.
  [[nodiscard]] std::byte* filter_scratch() const {
    return scratch + region_marks_bytes(picture.size);
  }

 private:
  [[nodiscard]] std::uint8_t* marks(bool of_chroma) const {
    return reinterpret_cast<std::uint8_t*>(scratch +
                                           (of_chroma ? region_marks_bytes(picture.size) / 2 : 0));
  }
};

}  // namespace overlace
