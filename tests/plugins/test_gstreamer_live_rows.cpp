// SPDX-License-Identifier: Apache-2.0
// The window of rows alone: what it keeps of an endless stream.
#include <gst/video/gstvideometa.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "plugins/gstreamer/live_rows.h"

namespace overlace::gstreamer {
namespace {

struct Unref {
  void operator()(GstBuffer* buffer) const { gst_buffer_unref(buffer); }
};

// As with labels that contain a number.
TEST(GStreamerLiveRows, ClassesThatAreEverNewDoNotPileUp) {
  gst_init(nullptr, nullptr);
  constexpr RowWindow::Limits limits{.frames = 3, .max_rows = 10};
  RowWindow window;
  for (int frame = 0; frame < 10'000; ++frame) {
    const std::unique_ptr<GstBuffer, Unref> buffer(gst_buffer_new());
    const std::string name = "car " + std::to_string(frame);
    gst_buffer_add_video_region_of_interest_meta(buffer.get(), name.c_str(), 1, 2, 3, 4);
    window.go_to(frame, limits);
    window.take_regions(buffer.get(), limits);
    ASSERT_LE(window.class_names().size(), 1001U);
    const std::vector<ovl_row> rows = window.rows();
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(std::min(frame + 1, 3)));
    for (const ovl_row& row : rows)
      ASSERT_EQ(window.class_names().at(static_cast<std::size_t>(row.class_index)),
                "car " + std::to_string(row.frame));
  }
}

}  // namespace
}  // namespace overlace::gstreamer
