// SPDX-License-Identifier: Apache-2.0
// Track rows that come with the stream: regions of interest on buffers, or events before them.
#pragma once

#include <gst/gst.h>
#include <overlace.h>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace overlace::gstreamer {

/// The name of the event's structure. Its field "rows" is an array of structures with x, y, width
/// and height in pixels (double), and, where known, class (string), id (gint64) and score (double);
/// "pts" (guint64) is that of the rows' buffer.
inline constexpr const char* tracks_event = "overlace-tracks";

/// The rows of the last frames, in frame order: a window, which gives trails and links a past.
class RowWindow {
 public:
  /// How much is kept.
  struct Limits {
    int frames;    ///< up to the current one
    int max_rows;  ///< per frame
  };

  /// Moves to the frame of a buffer, and drops the rows of frames outside the window. Moving
  /// backwards starts a new window.
  void go_to(std::int32_t frame, const Limits& limits);
  /// Takes the regions of a buffer as rows of the current frame.
  void take_regions(GstBuffer* buffer, const Limits& limits);
  /// Takes an event's rows as those of a frame, replacing earlier ones. Rows of frames that the
  /// window has passed are late; at most a window of rows is kept ahead.
  void take_event(const GstStructure* event, std::int32_t frame, const Limits& limits);

  /// The rows up to the current frame.
  [[nodiscard]] std::vector<ovl_row> rows() const;
  /// The classes of the rows, and earlier ones until there are too many.
  [[nodiscard]] const std::vector<std::string>& class_names() const { return classes_; }
  /// Rows beyond `max_rows`, and late rows, since the window began.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
  [[nodiscard]] std::uint64_t late() const { return late_; }

 private:
  [[nodiscard]] std::int32_t class_of(const char* type);
  [[nodiscard]] bool read(const GValue* value, ovl_row& row);
  void forget_classes();

  std::deque<ovl_row> rows_;
  /// This many are kept even if no row has them, so that class numbers stay the same.
  static constexpr std::size_t remembered_classes = 1000;
  std::vector<std::string> classes_;
  std::size_t most_classes_ = remembered_classes;  ///< beyond this, some are forgotten
  std::int32_t present_ = 0;
  bool begun_ = false;  ///< the window is at a frame
  std::uint64_t left_out_ = 0, late_ = 0;
};

}  // namespace overlace::gstreamer
