// SPDX-License-Identifier: Apache-2.0
// GstVideoRegionOfInterestMeta, with the parameters that DL Streamer gives it.
#include "plugins/gstreamer/rois.h"

#include <gst/video/gstvideometa.h>

#include <algorithm>
#include <limits>

namespace overlace::gstreamer {
namespace {

/// `detection` has "confidence", and `object_id` has "id", as DL Streamer writes them.
float score_of(GstVideoRegionOfInterestMeta* region) {
  const GstStructure* detection = gst_video_region_of_interest_meta_get_param(region, "detection");
  double confidence = std::numeric_limits<double>::quiet_NaN();
  if (detection != nullptr) gst_structure_get_double(detection, "confidence", &confidence);
  return static_cast<float>(confidence);
}

std::int64_t id_of(GstVideoRegionOfInterestMeta* region) {
  const GstStructure* object = gst_video_region_of_interest_meta_get_param(region, "object_id");
  int id = -1;
  if (object != nullptr) gst_structure_get_int(object, "id", &id);
  return id;
}

}  // namespace

std::int32_t RoiWindow::class_of(const char* type) {
  const std::string name = type == nullptr ? "" : type;
  const auto known = std::ranges::find(classes_, name);
  if (known != classes_.end()) return static_cast<std::int32_t>(known - classes_.begin());
  classes_.push_back(name);
  return static_cast<std::int32_t>(classes_.size()) - 1;
}

void RoiWindow::take(GstBuffer* buffer, std::int32_t frame, int frames, int max_rows) {
  if (!rows_.empty() && rows_.back().frame > frame) rows_.clear();
  while (!rows_.empty() && rows_.back().frame == frame) rows_.pop_back();
  while (!rows_.empty() && std::int64_t{rows_.front().frame} <= std::int64_t{frame} - frames)
    rows_.pop_front();
  gpointer state = nullptr;
  int taken = 0;
  while (GstMeta* meta = gst_buffer_iterate_meta_filtered(
             buffer, &state, GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE)) {
    auto* const region = reinterpret_cast<GstVideoRegionOfInterestMeta*>(meta);
    if (++taken > max_rows) {
      ++left_out_;
      continue;
    }
    rows_.push_back({.frame = frame,
                     .class_index = class_of(g_quark_to_string(region->roi_type)),
                     .id = id_of(region),
                     .x = static_cast<float>(region->x),
                     .y = static_cast<float>(region->y),
                     .width = static_cast<float>(region->w),
                     .height = static_cast<float>(region->h),
                     .score = score_of(region)});
  }
}

}  // namespace overlace::gstreamer
