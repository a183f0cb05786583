// SPDX-License-Identifier: Apache-2.0
// Every value is checked: whoever reads a table relies on it.
#include "api/caller_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "api/c_error.h"
#include "api/caller_texts.h"
#include "api/mask_bytes.h"
#include "api/structs.h"
#include "graph/data/skeletons.h"
#include "graph/data/tracks.h"
#include "io/tracks/coco_rle.h"

namespace overlace::api {
namespace {

constexpr std::uint32_t most_rows = default_max_boxes;
/// Lists of names, such as classes. A negative number is more.
constexpr std::uint32_t most_names = 1'000'000;
/// Frame numbers further from 0 could not be counted on from.
constexpr std::int32_t largest_frame = std::numeric_limits<std::int32_t>::max() - max_track_frames;

[[noreturn]] void fail(std::string_view column, std::uint32_t row, const std::string& what) {
  throw Error(ErrorCode::usage, fmt::format("ovl_columns.{}[{}]: {}", column, row, what));
}

void check_count(std::uint64_t count, std::uint64_t most, const char* member) {
  if (count > most)
    throw Error(ErrorCode::usage,
                fmt::format("ovl_columns.{} is {}; at most {} are taken", member, count, most));
}

/// The items of an array of the caller, which may be missing only if it has none.
template <class T>
std::span<const T> items(const T* array, std::uint64_t count, const char* member) {
  if (count > 0 && array == nullptr)
    throw Error(ErrorCode::usage, fmt::format("ovl_columns.{} is NULL", member));
  return {array, static_cast<std::size_t>(count)};
}

/// The columns of one call.
class Reader {
 public:
  Reader(const ovl_columns& given, std::size_t classes)
      : given_(given), count_(given.row_count), classes_(classes) {
    check_count(count_, most_rows, "row_count");
    check_count(given.class_count, most_names, "class_count");
    rows_.class_names =
        caller_texts(given.class_names, given.class_count, "ovl_columns.class_names");
    if (given.class_count > 0) classes_ = given.class_count;
  }

  TrackColumns read() {
    read_boxes();
    read_ids();
    read_classes();
    rows_.score = column(given_.score, std::numeric_limits<float>::quiet_NaN());
    read_rotation();
    read_key_points();
    read_skeletons();
    read_outlines();
    read_masks();
    read_embeddings();
    read_attributes();
    return std::move(rows_);
  }

  [[nodiscard]] std::vector<std::int32_t> frames(std::int32_t frame) const {
    std::vector<std::int32_t> frames = column(given_.frame, frame);
    for (std::uint32_t row = 0; row < count_; ++row)
      if (frames[row] < -largest_frame || frames[row] > largest_frame)
        fail("frame", row, fmt::format("there can be no frame {}", frames[row]));
    return frames;
  }

 private:
  /// A column as it is; `missing` in every row if it is not given.
  template <class T>
  [[nodiscard]] std::vector<T> column(const T* given, T missing) const {
    return given == nullptr ? std::vector<T>(count_, missing)
                            : std::vector<T>(given, given + count_);
  }

  void read_boxes() {
    const std::span<const float> numbers = items(given_.box, std::uint64_t{4} * count_, "box");
    rows_.box.reserve(count_);
    for (std::uint32_t row = 0; row < count_; ++row) {
      const auto one = numbers.subspan(std::size_t{4} * row, 4);
      const Box box{one[0], one[1], one[2], one[3]};
      if (!std::ranges::all_of(one, [](float number) { return std::isfinite(number); }))
        fail("box", row, "the box is not finite");
      if (box.width < 0 || box.height < 0) fail("box", row, "the box has a negative size");
      rows_.box.push_back(box);
    }
  }

  void read_ids() {
    rows_.id = column(given_.id, no_id);
    for (std::uint32_t row = 0; row < count_; ++row)
      if (rows_.id[row] < no_id) fail("id", row, fmt::format("{} is below -1", rows_.id[row]));
  }

  void read_classes() {
    rows_.class_index = column(given_.class_index, -1);
    for (std::uint32_t row = 0; row < count_; ++row)
      check_index("class_index", row, rows_.class_index[row],
                  classes_ > 0 ? classes_ : std::numeric_limits<std::int32_t>::max());
  }

  static void check_index(std::string_view name, std::uint32_t row, std::int32_t index,
                          std::size_t count) {
    if (index < -1 || (index >= 0 && static_cast<std::size_t>(index) >= count))
      fail(name, row, fmt::format("{} is not from -1 to {}", index, count - 1));
  }

  void read_rotation() {
    if (given_.rotation == nullptr) return;
    rows_.rotation = column(given_.rotation, 0.0F);
    for (std::uint32_t row = 0; row < count_; ++row)
      if (!std::isfinite(rows_.rotation[row])) fail("rotation", row, "the angle is not finite");
  }

  /// Copies lists, each of whose items `read` turns into one of the table.
  template <class T, class Given, class Read>
  void read_lists(std::string_view name, const Given* given, const std::uint64_t* offset,
                  std::uint64_t count, RowLists<T>& lists, Read read) const {
    if (given == nullptr && offset == nullptr) return;
    const std::string offsets = fmt::format("{}_offset", name);
    const auto bounds = items(offset, std::uint64_t{count_} + 1, offsets.c_str());
    const std::span<const Given> all = items(given, count, std::string(name).append("s").c_str());
    std::vector<T> list;
    for (std::uint32_t row = 0; row < count_; ++row) {
      const std::uint64_t begin = bounds[row], end = bounds[row + 1];
      if (begin > end || end > count)
        fail(offsets, row, fmt::format("there are no items {} to {} of {}", begin, end, count));
      list.clear();
      for (std::uint64_t i = begin; i < end; ++i) list.push_back(read(row, all[i]));
      lists.put(row, list);
    }
  }

  void read_key_points() {
    read_lists(
        "point", given_.points, given_.point_offset, given_.point_count, rows_.key_points,
        [](std::uint32_t row, const ovl_point& point) {
          if (point.state > OVL_POINT_VISIBLE)
            fail("points", row, fmt::format("there is no state {}", point.state));
          if (point.state == OVL_POINT_ABSENT) return KeyPoint{};
          if (!std::isfinite(point.x) || !std::isfinite(point.y))
            fail("points", row, "a key point is not finite");
          return KeyPoint{{point.x, point.y}, point.score, static_cast<PointState>(point.state)};
        });
  }

  void read_skeletons() {
    check_count(given_.skeleton_count, most_names, "skeleton_count");
    for (const ovl_skeleton& skeleton : items(given_.skeletons, given_.skeleton_count, "skeletons"))
      rows_.skeletons.push_back(skeleton_of(skeleton, rows_.skeletons.size()));
    if (given_.skeleton == nullptr) {
      use_usual_skeletons();
      return;
    }
    rows_.skeleton = column(given_.skeleton, -1);
    for (std::uint32_t row = 0; row < count_; ++row)
      check_index("skeleton", row, rows_.skeleton[row], rows_.skeletons.size());
  }

  static Skeleton skeleton_of(const ovl_skeleton& given, std::size_t index) {
    const std::string what = fmt::format("ovl_columns.skeletons[{}]", index);
    Skeleton skeleton{.name = caller_text(given.name, what + ".name")};
    check_count(given.point_count, most_names, "skeletons: point_count");
    check_count(given.bone_count, most_names, "skeletons: bone_count");
    skeleton.points = caller_texts(given.points, given.point_count, what + ".points");
    for (const ovl_bone& bone : items(given.bones, given.bone_count, "skeletons: bones"))
      skeleton.bones.push_back({bone.from, bone.to});
    return skeleton;
  }

  /// As readers of files do whose format names no skeletons.
  void use_usual_skeletons() {
    if (rows_.key_points.empty()) return;
    std::unordered_map<std::size_t, std::int32_t> known;  // by the number of points
    rows_.skeleton.assign(count_, -1);
    for (std::uint32_t row = 0; row < count_; ++row) {
      const std::size_t points = rows_.key_points.of(row).size();
      if (points == 0) continue;
      const auto [entry, fresh] = known.try_emplace(points, rows_.skeletons.size());
      if (fresh) rows_.skeletons.push_back(usual_skeleton(points));
      rows_.skeleton[row] = entry->second;
    }
  }

  void read_outlines() {
    std::uint32_t row_before = no_row, ring = 0;
    read_lists("corner", given_.corners, given_.corner_offset, given_.corner_count, rows_.outlines,
               [&](std::uint32_t row, const ovl_corner& corner) {
                 if (row != row_before) ring = 0;
                 row_before = row;
                 if (!std::isfinite(corner.x) || !std::isfinite(corner.y))
                   fail("corners", row, "a corner is not finite");
                 if (corner.ring < ring || corner.ring > std::uint64_t{ring} + 1)
                   fail("corners", row, "rings are not counted from 0, one after the other");
                 ring = corner.ring;
                 return OutlinePoint{{corner.x, corner.y}, corner.ring};
               });
  }

  void read_masks() {
    const bool has_runs = given_.mask_runs != nullptr || given_.mask_run_offset != nullptr;
    if (given_.masks == nullptr && !has_runs) return;
    require(given_.masks == nullptr || !has_runs,
            "ovl_columns has both masks and mask_runs: give one of them");
    if (has_runs)
      read_runs();
    else
      rows_.mask_runs = runs_of_masks({.pixels = given_.masks,
                                       .mask_stride = given_.mask_stride,
                                       .row_stride = given_.mask_row_stride,
                                       .size = {given_.mask_width, given_.mask_height}},
                                      count_);
    if (!has_runs) rows_.mask_size.assign(count_, Size{given_.mask_width, given_.mask_height});
  }

  void read_runs() {
    const auto sizes = items(given_.mask_size, std::uint64_t{2} * count_, "mask_size");
    read_lists("mask_run", given_.mask_runs, given_.mask_run_offset, given_.mask_run_count,
               rows_.mask_runs, [](std::uint32_t /*row*/, std::uint32_t run) { return run; });
    for (std::uint32_t row = 0; row < count_; ++row) {
      const std::size_t at = std::size_t{2} * row;
      rows_.mask_size.push_back({sizes[at], sizes[at + 1]});
      const auto runs = rows_.mask_runs.of(row);
      if (runs.empty()) continue;
      if (const std::string_view problem = check_mask(rows_.mask_size[row], runs); !problem.empty())
        fail("mask_runs", row, fmt::format("the mask {}", problem));
    }
  }

  void read_embeddings() {
    const std::uint32_t size = given_.embedding_size;
    constexpr std::uint32_t largest_embedding = 1U << 16U;
    check_count(size, largest_embedding, "embedding_size");
    require(size > 0 || given_.embedding == nullptr, "ovl_columns.embedding_size is 0");
    const auto values = items(given_.embedding, std::uint64_t{size} * count_, "embedding");
    rows_.embedding.assign(values.begin(), values.end());
    rows_.embedding_size = size;
  }

  void read_attributes() {
    constexpr std::uint32_t most_attributes = 10'000;
    check_count(given_.attribute_count, most_attributes, "attribute_count");
    for (const ovl_attribute& given :
         items(given_.attributes, given_.attribute_count, "attributes")) {
      const std::string what = fmt::format("ovl_columns.attributes[{}]", rows_.attributes.size());
      AttributeColumn column{caller_text(given.name, what + ".name"), {}};
      if (column.name.empty()) throw Error(ErrorCode::usage, what + ".name is empty");
      if (std::ranges::find(rows_.attributes, column.name, &AttributeColumn::name) !=
          rows_.attributes.end())
        throw Error(ErrorCode::usage, fmt::format("{} is a second '{}'", what, column.name));
      read_values(given, column);
      rows_.attributes.push_back(std::move(column));
    }
  }

  void read_values(const ovl_attribute& given, AttributeColumn& column) const {
    const auto values = items(given.values, count_, "attributes: values");
    column.values.assign(values.begin(), values.end());
    if (given.texts == nullptr && given.text_count == 0) return;
    check_count(given.text_count, most_names, "attributes: text_count");
    column.texts = caller_texts(given.texts, given.text_count,
                                fmt::format("ovl_columns.attributes: '{}'.texts", column.name));
    // Whether there are texts tells the kind of an attribute.
    if (column.texts.empty()) column.texts.emplace_back();
    for (std::uint32_t row = 0; row < count_; ++row) {
      const float value = column.values[row];
      const bool is_index =
          value >= 0 && value < static_cast<float>(given.text_count) && value == std::floor(value);
      if (!std::isnan(value) && !is_index)
        fail("attributes", row, fmt::format("'{}' has no text {}", column.name, value));
    }
  }

  const ovl_columns& given_;
  std::uint32_t count_;
  std::size_t classes_;  ///< that have a name; 0: they are mere numbers
  TrackColumns rows_;
};

}  // namespace

CallerColumns read_columns(const ovl_columns* given, std::int32_t frame, std::size_t classes) {
  const ovl_columns columns = read_struct(given, "ovl_columns");
  Reader reader(columns, classes);
  std::vector<std::int32_t> frames = reader.frames(frame);
  return {reader.read(), std::move(frames)};
}

}  // namespace overlace::api
