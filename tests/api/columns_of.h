// SPDX-License-Identifier: Apache-2.0
// Columns of a caller, with values of every kind.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "api/overlace.h"

namespace overlace::test {

/// Two rows with everything that a row can have.
struct FullColumns {
  static constexpr float none = std::numeric_limits<float>::quiet_NaN();
  static constexpr int mask_width = 5, mask_height = 4;

  std::vector<float> box{10, 20, 30, 40, 50, 60, 7.5F, 8};
  std::vector<std::int64_t> id{7, -1};
  std::vector<std::int32_t> class_index{1, -1};
  std::vector<float> score{0.5F, none}, rotation{0, 30};
  std::vector<ovl_point> points{{1, 2, 0.25F, OVL_POINT_VISIBLE, {}},
                                {3, 4, none, OVL_POINT_HIDDEN, {}},
                                {5, 6, 1, OVL_POINT_VISIBLE, {}}};
  std::vector<std::uint64_t> point_offset{0, 1, 3};
  std::vector<std::int32_t> skeleton{-1, 0};
  std::array<const char*, 2> point_names{"left_end", "right_end"};
  ovl_bone bone{0, 1};
  ovl_skeleton stick{"stick", point_names.data(), &bone, 2, 1};
  std::vector<ovl_corner> corners{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {1, 1, 1}, {2, 1, 1}, {2, 2, 1}};
  std::vector<std::uint64_t> corner_offset{0, 6, 6};
  std::vector<std::uint8_t> masks = std::vector<std::uint8_t>(2 * 5 * 4, 0);
  std::vector<float> embedding{1, 2, 3, none, none, none};
  std::vector<float> speed{3.5F, none}, plate{none, 1};
  std::array<const char*, 2> plates{"A 1", "B 2"};
  std::array<ovl_attribute, 2> attributes{
      {{"speed", speed.data(), nullptr, 0}, {"plate", plate.data(), plates.data(), 2}}};
  std::array<const char*, 2> class_names{"person", "car"};
  ovl_columns columns{};

  FullColumns() {
    masks[2] = masks[5 + 2] = 1;  // two pixels below each other, of the first row
    columns.struct_size = sizeof columns;
    columns.row_count = 2;
    columns.box = box.data();
    columns.id = id.data();
    columns.class_index = class_index.data();
    columns.score = score.data();
    columns.rotation = rotation.data();
    columns.points = points.data();
    columns.point_offset = point_offset.data();
    columns.point_count = points.size();
    columns.skeleton = skeleton.data();
    columns.skeletons = &stick;
    columns.skeleton_count = 1;
    columns.corners = corners.data();
    columns.corner_offset = corner_offset.data();
    columns.corner_count = corners.size();
    columns.masks = masks.data();
    columns.mask_stride = mask_width * mask_height;
    columns.mask_row_stride = mask_width;
    columns.mask_width = mask_width;
    columns.mask_height = mask_height;
    columns.embedding = embedding.data();
    columns.embedding_size = 3;
    columns.attributes = attributes.data();
    columns.attribute_count = 2;
    columns.class_names = class_names.data();
    columns.class_count = 2;
  }
  FullColumns(const FullColumns&) = delete;
  FullColumns& operator=(const FullColumns&) = delete;
};

}  // namespace overlace::test
