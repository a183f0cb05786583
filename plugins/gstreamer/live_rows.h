// SPDX-License-Identifier: Apache-2.0
// Track rows that come with the stream: regions of interest on buffers, or events before them.
#pragma once

#include <gst/gst.h>
#include <overlace.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace overlace::gstreamer {

/// The name of the event's structure. Its field "rows" is an array of structures with x, y, width
/// and height in pixels (double), and, where known, class (string), id (gint64) and score (double);
/// "pts" (guint64) is that of the rows' buffer.
inline constexpr const char* tracks_event = "overlace-tracks";

/// The rows of one frame as libovl's columns, without a frame. Memory is kept from frame to frame.
class FrameRows {
 public:
  /// Replaces the rows by the regions of a buffer.
  void read(GstBuffer* buffer);
  /// Replaces the rows by an event's. Texts stay the event's. What is not a box is left out.
  void read(const GstStructure* event);

  /// Valid until the next `read`.
  [[nodiscard]] ovl_columns columns() const;
  [[nodiscard]] std::size_t count() const { return ids_.size(); }
  /// Entries of the last event that were no boxes.
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  struct Row {
    float x, y, width, height, score;
    std::int64_t id;
    const char* class_name;  ///< null: unknown
  };

  void clear();
  void add(const Row& row);
  [[nodiscard]] std::int32_t class_of(const char* name);

  std::vector<float> boxes_, scores_;
  std::vector<std::int64_t> ids_;
  std::vector<std::int32_t> classes_;
  std::vector<const char*> class_names_;
  std::size_t left_out_ = 0;
};

}  // namespace overlace::gstreamer
