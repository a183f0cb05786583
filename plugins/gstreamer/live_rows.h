// SPDX-License-Identifier: Apache-2.0
// Rows of tracks that come with the stream: regions of interest on buffers, or events before them.
#pragma once

#include <gst/gst.h>
#include <overlace.h>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace overlace::gstreamer {

/// The name of the event's structure. Its field "rows" is an array of structures with x, y, width
/// and height in pixels (double), and, as far as they are known, class (string), id (gint64) and
/// score (double); "pts" (guint64) is that of their buffer.
inline constexpr const char* tracks_event = "overlace-tracks";

/// The rows of the last frames, in order of frames: a window, so that trails and links have
/// something to go on from.
class RowWindow {
 public:
  /// What is kept.
  struct Limits {
    int frames;    ///< up to the present one
    int max_rows;  ///< of a frame
  };

  /// Goes to the frame of a buffer, and drops the rows of frames outside the window. A frame that
  /// goes back begins anew.
  void go_to(std::int32_t frame, const Limits& limits);
  /// Takes the regions of a buffer for rows of the frame that was gone to.
  void take_regions(GstBuffer* buffer, const Limits& limits);
  /// Takes an event's rows for those of a frame, in place of others. Rows of frames that the window
  /// has passed are late; no more are kept ahead than a window has.
  void take_event(const GstStructure* event, std::int32_t frame, const Limits& limits);

  /// Those up to the frame that was gone to.
  [[nodiscard]] std::vector<ovl_row> rows() const;
  /// The classes of the rows, and of earlier ones until there are too many.
  [[nodiscard]] const std::vector<std::string>& class_names() const { return classes_; }
  /// Rows that were more than `max_rows`, and late ones, since the window began.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
  [[nodiscard]] std::uint64_t late() const { return late_; }

 private:
  [[nodiscard]] std::int32_t class_of(const char* type);
  [[nodiscard]] bool read(const GValue* value, ovl_row& row);
  void forget_classes();

  std::deque<ovl_row> rows_;
  /// So many are kept whether a row has them or not: numbers of classes stay.
  static constexpr std::size_t remembered_classes = 1000;
  std::vector<std::string> classes_;
  std::size_t most_classes_ = remembered_classes;  ///< from there on some are forgotten
  std::int32_t present_ = 0;
  bool begun_ = false;  ///< a frame was gone to
  std::uint64_t left_out_ = 0, late_ = 0;
};

}  // namespace overlace::gstreamer
