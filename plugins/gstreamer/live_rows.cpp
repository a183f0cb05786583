// SPDX-License-Identifier: Apache-2.0
// Reads GstVideoRegionOfInterestMeta, with the parameters that DL Streamer adds, and the fields of
// events.
#include "plugins/gstreamer/live_rows.h"

#include <gst/video/gstvideometa.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace overlace::gstreamer {
namespace {

constexpr std::int64_t no_id = -1;

/// `detection` holds "confidence", and `object_id` holds "id", as DL Streamer writes them.
float score_of(GstVideoRegionOfInterestMeta* region) {
  const GstStructure* detection = gst_video_region_of_interest_meta_get_param(region, "detection");
  double confidence = std::numeric_limits<double>::quiet_NaN();
  if (detection != nullptr) gst_structure_get_double(detection, "confidence", &confidence);
  return static_cast<float>(confidence);
}

std::int64_t id_of(GstVideoRegionOfInterestMeta* region) {
  const GstStructure* object = gst_video_region_of_interest_meta_get_param(region, "object_id");
  int id = no_id;
  if (object != nullptr) gst_structure_get_int(object, "id", &id);
  return std::max<std::int64_t>(id, no_id);
}

/// A number of any type; `otherwise` if there is none.
double number_in(const GstStructure* fields, const char* name, double otherwise) {
  const GValue* const value = gst_structure_get_value(fields, name);
  GValue number = G_VALUE_INIT;
  g_value_init(&number, G_TYPE_DOUBLE);
  const bool is_number = value != nullptr && g_value_transform(value, &number) != FALSE;
  return is_number ? g_value_get_double(&number) : otherwise;
}

}  // namespace

std::int32_t RowWindow::class_of(const char* type) {
  const std::string name = type == nullptr ? "" : type;
  const auto known = std::ranges::find(classes_, name);
  if (known != classes_.end()) return static_cast<std::int32_t>(known - classes_.begin());
  classes_.push_back(name);
  return static_cast<std::int32_t>(classes_.size()) - 1;
}

/// Bounds the classes, because an endless stream may keep bringing new ones.
void RowWindow::forget_classes() {
  if (classes_.size() < most_classes_) return;
  std::vector<std::int32_t> numbers(classes_.size(), -1);
  for (const ovl_row& row : rows_)
    if (row.class_index >= 0) numbers[static_cast<std::size_t>(row.class_index)] = 0;
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    if (numbers[i] < 0) continue;
    numbers[i] = static_cast<std::int32_t>(kept.size());
    kept.push_back(std::move(classes_[i]));
  }
  for (ovl_row& row : rows_)
    if (row.class_index >= 0) row.class_index = numbers[static_cast<std::size_t>(row.class_index)];
  classes_ = std::move(kept);
  most_classes_ = std::max(remembered_classes, 2 * classes_.size());
}

void RowWindow::go_to(std::int32_t frame, const Limits& limits) {
  if (begun_ && frame < present_) rows_.clear();
  begun_ = true;
  present_ = frame;
  while (!rows_.empty() && std::int64_t{rows_.front().frame} <= std::int64_t{frame} - limits.frames)
    rows_.pop_front();
  forget_classes();
}

void RowWindow::take_regions(GstBuffer* buffer, const Limits& limits) {
  while (!rows_.empty() && rows_.back().frame == present_) rows_.pop_back();
  gpointer state = nullptr;
  int taken = 0;
  while (GstMeta* meta = gst_buffer_iterate_meta_filtered(
             buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE)) {
    auto* const region = reinterpret_cast<GstVideoRegionOfInterestMeta*>(meta);
    if (++taken > limits.max_rows) {
      ++left_out_;
      continue;
    }
    rows_.push_back({.frame = present_,
                     .class_index = class_of(g_quark_to_string(region->roi_type)),
                     .id = id_of(region),
                     .x = static_cast<float>(region->x),
                     .y = static_cast<float>(region->y),
                     .width = static_cast<float>(region->w),
                     .height = static_cast<float>(region->h),
                     .score = score_of(region)});
  }
}

/// False if the value is not a box.
bool RowWindow::read(const GValue* value, ovl_row& row) {
  if (!GST_VALUE_HOLDS_STRUCTURE(value)) return false;
  const GstStructure* const fields = gst_value_get_structure(value);
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const auto number = [&](const char* name) {
    return static_cast<float>(number_in(fields, name, none));
  };
  row.x = number("x");
  row.y = number("y");
  row.width = number("width");
  row.height = number("height");
  row.score = number("score");
  const double id = number_in(fields, "id", -1);
  row.id = id >= 0 && id < 0x1p53 ? static_cast<std::int64_t>(id) : no_id;
  const char* const type = gst_structure_get_string(fields, "class");
  row.class_index = type == nullptr ? -1 : class_of(type);
  return std::isfinite(row.x) && std::isfinite(row.y) && std::isfinite(row.width) &&
         std::isfinite(row.height) && row.width >= 0 && row.height >= 0;
}

void RowWindow::take_event(const GstStructure* event, std::int32_t frame, const Limits& limits) {
  const GValue* const list = gst_structure_get_value(event, "rows");
  if (list == nullptr || !GST_VALUE_HOLDS_ARRAY(list)) return;
  const guint count = gst_value_array_get_size(list);
  if (begun_ && std::int64_t{frame} <= std::int64_t{present_} - limits.frames) {
    late_ += count;
    return;
  }
  std::erase_if(rows_, [&](const ovl_row& row) { return row.frame == frame; });
  forget_classes();
  const auto after = std::ranges::upper_bound(rows_, frame, {}, &ovl_row::frame);
  std::vector<ovl_row> taken;
  // Events may run ahead of their buffers, by up to a window.
  const std::int64_t room =
      std::int64_t{2} * limits.frames * limits.max_rows - static_cast<std::int64_t>(rows_.size());
  const std::int64_t most = std::min<std::int64_t>(limits.max_rows, room);
  for (guint i = 0; i < count; ++i) {
    ovl_row row{};
    row.frame = frame;
    const bool is_box = read(gst_value_array_get_value(list, i), row);
    if (is_box && static_cast<std::int64_t>(taken.size()) < most)
      taken.push_back(row);
    else
      ++left_out_;
  }
  rows_.insert(after, taken.begin(), taken.end());
}

std::vector<ovl_row> RowWindow::rows() const {
  const auto end = std::ranges::upper_bound(rows_, present_, {}, &ovl_row::frame);
  return {rows_.begin(), end};
}

}  // namespace overlace::gstreamer
