// SPDX-License-Identifier: Apache-2.0
// Reads GstVideoRegionOfInterestMeta, with the parameters that DL Streamer adds, and the fields of
// events.
#include "plugins/gstreamer/live_rows.h"

#include <gst/video/gstvideometa.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

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

/// What libovl takes.
bool is_box(float x, float y, float width, float height) {
  return std::isfinite(x) && std::isfinite(y) && std::isfinite(width) && std::isfinite(height) &&
         width >= 0 && height >= 0;
}

}  // namespace

void FrameRows::clear() {
  boxes_.clear();
  scores_.clear();
  ids_.clear();
  classes_.clear();
  class_names_.clear();
  left_out_ = 0;
}

void FrameRows::add(const Row& row) {
  boxes_.insert(boxes_.end(), {row.x, row.y, row.width, row.height});
  scores_.push_back(row.score);
  ids_.push_back(row.id);
  classes_.push_back(row.class_name == nullptr ? -1 : class_of(row.class_name));
}

std::int32_t FrameRows::class_of(const char* name) {
  const auto known = std::ranges::find_if(
      class_names_, [&](const char* other) { return std::strcmp(other, name) == 0; });
  const auto number = static_cast<std::int32_t>(known - class_names_.begin());
  if (known == class_names_.end()) class_names_.push_back(name);
  return number;
}

void FrameRows::read(GstBuffer* buffer) {
  clear();
  gpointer state = nullptr;
  while (GstMeta* meta = gst_buffer_iterate_meta_filtered(
             buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE)) {
    auto* const region = reinterpret_cast<GstVideoRegionOfInterestMeta*>(meta);
    add({.x = static_cast<float>(region->x),
         .y = static_cast<float>(region->y),
         .width = static_cast<float>(region->w),
         .height = static_cast<float>(region->h),
         .score = score_of(region),
         .id = id_of(region),
         .class_name = g_quark_to_string(region->roi_type)});
  }
}

void FrameRows::read(const GstStructure* event) {
  clear();
  const GValue* const list = gst_structure_get_value(event, "rows");
  if (list == nullptr || !GST_VALUE_HOLDS_ARRAY(list)) return;
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  for (guint i = 0; i < gst_value_array_get_size(list); ++i) {
    const GValue* const value = gst_value_array_get_value(list, i);
    const GstStructure* const fields =
        GST_VALUE_HOLDS_STRUCTURE(value) ? gst_value_get_structure(value) : nullptr;
    const auto number = [&](const char* name) {
      return fields == nullptr ? NAN : static_cast<float>(number_in(fields, name, none));
    };
    Row row{.x = number("x"),
            .y = number("y"),
            .width = number("width"),
            .height = number("height"),
            .score = number("score"),
            .id = no_id,
            .class_name = nullptr};
    if (!is_box(row.x, row.y, row.width, row.height)) {
      ++left_out_;
      continue;
    }
    const double id = number_in(fields, "id", no_id);
    if (id >= 0 && id < 0x1p53) row.id = static_cast<std::int64_t>(id);
    row.class_name = gst_structure_get_string(fields, "class");
    add(row);
  }
}

ovl_columns FrameRows::columns() const {
  ovl_columns columns{};
  columns.struct_size = sizeof columns;
  columns.row_count = static_cast<std::uint32_t>(count());
  columns.box = boxes_.data();
  columns.score = scores_.data();
  columns.id = ids_.data();
  columns.class_index = classes_.data();
  columns.class_names = class_names_.data();
  columns.class_count = static_cast<std::uint32_t>(class_names_.size());
  return columns;
}

}  // namespace overlace::gstreamer
