// SPDX-License-Identifier: Apache-2.0
// Regions of interest that elements before ours have hung on buffers, as rows of tracks.
#pragma once

#include <gst/gst.h>
#include <overlace.h>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace overlace::gstreamer {

/// The regions of the last frames: a window, so that trails and links have something to go on from.
class RoiWindow {
 public:
  /// Takes the regions of a buffer for rows of that frame, at most `max_rows` of them, and drops
  /// those of frames outside the `frames` up to it. A frame that comes again replaces itself, and
  /// one that goes back begins anew.
  void take(GstBuffer* buffer, std::int32_t frame, int frames, int max_rows);

  [[nodiscard]] const std::deque<ovl_row>& rows() const { return rows_; }
  /// The region types met so far, which are the classes of the rows.
  [[nodiscard]] const std::vector<std::string>& class_names() const { return classes_; }
  /// Regions that were more than `max_rows`, since the window began.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  [[nodiscard]] std::int32_t class_of(const char* type);
  std::deque<ovl_row> rows_;
  std::vector<std::string> classes_;
  std::uint64_t left_out_ = 0;
};

}  // namespace overlace::gstreamer
