// SPDX-License-Identifier: Apache-2.0
// Queries about the shapes of rows.
#include "io/tracks/rows/row_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "graph/core/error.h"
#include "io/tracks/coco_rle.h"
#include "io/tracks/writing.h"

namespace overlace {
namespace {

/// The bounds of points. Sizes are computed from decimals, as a reader does from a file's numbers.
class Around {
 public:
  void add(Vec2 place) {
    if (empty_) low_ = high_ = place;
    empty_ = false;
    low_ = {std::min(low_.x, place.x), std::min(low_.y, place.y)};
    high_ = {std::max(high_.x, place.x), std::max(high_.y, place.y)};
  }
  [[nodiscard]] std::optional<Box> box() const {
    if (empty_) return std::nullopt;
    return Box{low_.x, low_.y, static_cast<float>(decimal(high_.x) - decimal(low_.x)),
               static_cast<float>(decimal(high_.y) - decimal(low_.y))};
  }

 private:
  Vec2 low_, high_;
  bool empty_ = true;
};

}  // namespace

std::optional<Box> box_around(std::span<const OutlinePoint> outline) {
  Around around;
  for (const OutlinePoint& corner : outline) around.add(corner.at);
  return around.box();
}

std::optional<Box> box_around(std::span<const KeyPoint> points) {
  Around around;
  for (const KeyPoint& point : points)
    if (point.state != PointState::absent) around.add(point.at);
  return around.box();
}

std::optional<Box> box_around_mask(const TrackTable& table, std::uint32_t row) {
  const auto runs = table.mask_runs.of(row);
  if (mask_area(runs) == 0) return std::nullopt;
  return mask_bounds(table.mask_size[row], runs);
}

bool has_box(const TrackTable& table, std::uint32_t row, const Box& box) {
  constexpr float rounding = 1e-3F;
  const Box& own = table.box[row];
  const auto alike = [](float a, float b) { return std::abs(a - b) <= rounding; };
  return alike(own.x, box.x) && alike(own.y, box.y) && alike(own.width, box.width) &&
         alike(own.height, box.height) && (table.rotation.empty() || table.rotation[row] == 0);
}

void lose_outlines_beside_masks(const TrackTable& table, std::vector<std::string>& lost) {
  if (any_row(table, [&](std::uint32_t row) {
        return !table.outlines.of(row).empty() && !table.mask_runs.of(row).empty();
      }))
    lost.emplace_back("outlines of objects that have a mask as well");
}

void lose_skeletons_beside_classes(const TrackTable& table, std::vector<std::string>& lost) {
  if (table.skeleton.empty()) return;
  const auto has_skeleton = [&](std::uint32_t row) { return table.skeleton[row] >= 0; };
  if (any_row(table,
              [&](std::uint32_t row) { return has_skeleton(row) && table.class_index[row] < 0; }))
    lost.emplace_back("skeletons of objects without a class");
  std::unordered_map<std::int32_t, std::int32_t> of_class;
  if (any_row(table, [&](std::uint32_t row) {
        if (!has_skeleton(row)) return false;
        const auto first = of_class.try_emplace(table.class_index[row], table.skeleton[row]).first;
        return first->second != table.skeleton[row];
      }))
    lost.emplace_back("all skeletons but one of each class");
}

Size picture_of_masks(const TrackTable& table, const ClipInfo& clip) {
  Size picture = clip.size;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    if (table.mask_runs.of(row).empty()) continue;
    const Size size = table.mask_size[row];
    if (picture == Size{}) picture = size;
    if (size != picture)
      throw Error(ErrorCode::usage,
                  fmt::format("a mask covers a picture of {}x{}, and others or the clip have {}x{}",
                              size.width, size.height, picture.width, picture.height),
                  "without --video and --source-size boxes stay in the pixels of the file");
  }
  return picture;
}

}  // namespace overlace
