// SPDX-License-Identifier: Apache-2.0
// The table's own memory, wherever it is laid out as the header says.
#include "api/column_view.h"

#include <cstddef>
#include <utility>

namespace overlace::api {
namespace {

static_assert(sizeof(Box) == 4 * sizeof(float) && sizeof(Size) == 2 * sizeof(std::int32_t));
static_assert(sizeof(ovl_point) == sizeof(KeyPoint) && offsetof(ovl_point, x) == 0 &&
              offsetof(ovl_point, score) == offsetof(KeyPoint, score) &&
              offsetof(ovl_point, state) == offsetof(KeyPoint, state));
static_assert(sizeof(ovl_corner) == sizeof(OutlinePoint) &&
              offsetof(ovl_corner, ring) == offsetof(OutlinePoint, ring));
static_assert(sizeof(ovl_bone) == sizeof(Skeleton::Bone));
static_assert(OVL_POINT_ABSENT == static_cast<int>(PointState::absent) &&
              OVL_POINT_HIDDEN == static_cast<int>(PointState::hidden) &&
              OVL_POINT_VISIBLE == static_cast<int>(PointState::visible));

template <class T>
std::vector<std::uint64_t> offsets_of(const RowLists<T>& lists, std::uint32_t rows) {
  if (lists.empty()) return {};
  std::vector<std::uint64_t> offsets{0};
  offsets.reserve(std::size_t{rows} + 1);
  offsets.insert(offsets.end(), lists.end.begin(), lists.end.end());
  offsets.resize(std::size_t{rows} + 1, lists.items.size());
  return offsets;
}

std::vector<const char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

/// The column from a row on; null if it is empty. `Seen` is how the caller sees `per_row` items.
template <class Seen, class T>
const Seen* from_row(const std::vector<T>& column, std::uint32_t row, std::size_t per_row = 1) {
  return column.empty() ? nullptr
                        : reinterpret_cast<const Seen*>(column.data() + std::size_t{row} * per_row);
}

}  // namespace

ColumnView::ColumnView(std::shared_ptr<const TrackTable> table)
    : table_(std::move(table)),
      frame_(frames_of_rows(*table_)),
      points_(offsets_of(table_->key_points, table_->row_count())),
      corners_(offsets_of(table_->outlines, table_->row_count())),
      runs_(offsets_of(table_->mask_runs, table_->row_count())),
      class_names_(pointers_to(table_->class_names)) {
  for (const AttributeColumn& column : table_->attributes)
    texts_.push_back(pointers_to(column.texts));
  list_skeletons();
}

void ColumnView::list_skeletons() {
  for (const Skeleton& skeleton : table_->skeletons)
    point_names_.push_back(pointers_to(skeleton.points));
  for (std::size_t i = 0; i < point_names_.size(); ++i) {
    const Skeleton& skeleton = table_->skeletons[i];
    skeletons_.push_back({.name = skeleton.name.c_str(),
                          .points = point_names_[i].data(),
                          .bones = reinterpret_cast<const ovl_bone*>(skeleton.bones.data()),
                          .point_count = static_cast<std::uint32_t>(skeleton.points.size()),
                          .bone_count = static_cast<std::uint32_t>(skeleton.bones.size())});
  }
}

const std::vector<ovl_attribute>& ColumnView::attributes_from(std::uint32_t row) {
  const auto [known, fresh] = attributes_.try_emplace(row);
  if (!fresh) return known->second;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    const AttributeColumn& column = table_->attributes[i];
    known->second.push_back({.name = column.name.c_str(),
                             .values = column.values.data() + row,
                             .texts = texts_[i].empty() ? nullptr : texts_[i].data(),
                             .text_count = static_cast<std::uint32_t>(texts_[i].size())});
  }
  return known->second;
}

ovl_columns ColumnView::of(FrameInterval frames) {
  const RowRange rows = table_->rows(frames);
  const std::uint32_t row = rows.begin;
  ovl_columns out{};
  out.row_count = rows.size();
  out.frame = frame_.data() + row;
  out.box = reinterpret_cast<const float*>(table_->box.data() + row);
  out.id = table_->id.data() + row;
  out.class_index = table_->class_index.data() + row;
  out.score = table_->score.data() + row;
  out.rotation = from_row<float>(table_->rotation, row);
  out.points = from_row<ovl_point>(table_->key_points.items, 0);
  out.point_offset = from_row<std::uint64_t>(points_, row);
  out.point_count = table_->key_points.items.size();
  out.skeleton = from_row<std::int32_t>(table_->skeleton, row);
  out.corners = from_row<ovl_corner>(table_->outlines.items, 0);
  out.corner_offset = from_row<std::uint64_t>(corners_, row);
  out.corner_count = table_->outlines.items.size();
  out.mask_runs = from_row<std::uint32_t>(table_->mask_runs.items, 0);
  out.mask_run_offset = from_row<std::uint64_t>(runs_, row);
  out.mask_run_count = table_->mask_runs.items.size();
  out.mask_size = from_row<std::int32_t>(table_->mask_size, row);
  out.embedding = from_row<float>(table_->embedding, row, table_->embedding_size);
  out.embedding_size = table_->embedding_size;
  out.attributes = attributes_from(row).data();
  out.attribute_count = static_cast<std::uint32_t>(texts_.size());
  out.class_names = class_names_.data();
  out.class_count = static_cast<std::uint32_t>(class_names_.size());
  out.skeletons = skeletons_.data();
  out.skeleton_count = static_cast<std::uint32_t>(skeletons_.size());
  return out;
}

}  // namespace overlace::api
