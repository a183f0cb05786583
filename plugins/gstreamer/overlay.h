// SPDX-License-Identifier: Apache-2.0
// What the element draws with, for one kind of picture: a program with the tracks of a file, or a
// live session that takes rows as they come.
#pragma once

#include <overlace.h>

#include <cstdint>
#include <string>

#include "plugins/handles.h"

namespace overlace::gstreamer {

using plugin::Failure;

/// What is drawn, as set by the element's properties.
struct OverlaySettings {
  std::string graph = "boxes";
  std::string tracks;  ///< track file or folder; "" for none
  std::uint32_t device = OVL_DEVICE_AUTO;
  bool is_live = false;  ///< rows come with the stream, and `tracks` is not used
  int window = 50;       ///< frames up to the current one whose rows count
  int max_boxes = 1000;  ///< rows of a frame that count
  friend bool operator==(const OverlaySettings&, const OverlaySettings&) = default;
};

/// The stream as a clip.
struct StreamFacts {
  std::int32_t width = 0, height = 0;
  std::int64_t rate_num = 0, rate_den = 0;  ///< 0: not known, or variable
};

class Overlay {
 public:
  /// Opens anew. `set` is "KNOB=VALUE" and "NODE.PARAM=VALUE", separated by &.
  [[nodiscard]] Failure open(const OverlaySettings& settings, const std::string& set,
                             const StreamFacts& stream);
  [[nodiscard]] bool is_open() const { return renderer_ != nullptr || live_ != nullptr; }
  void close();

  // Of a live session. Precondition of `put` and `change`: one is open.
  /// Changes values; what has been seen so far stays.
  [[nodiscard]] Failure change(const std::string& set);
  /// Gives a frame its rows.
  [[nodiscard]] Failure put(std::int32_t frame, const ovl_columns& rows);
  /// Forgets what has been seen. Does nothing if no live session is open.
  void restart();
  /// Rows that were lost for want of room.
  [[nodiscard]] std::uint64_t lost() const { return ovl_live_lost(live_.get()); }

  /// Whether anything may be drawn in a frame. Precondition of both: is_open().
  [[nodiscard]] Failure draws(std::int32_t frame, bool& anything);
  [[nodiscard]] Failure draw(std::int32_t frame, const ovl_image& image);

 private:
  [[nodiscard]] Failure open_live(const OverlaySettings& settings, const std::string& set,
                                  const ovl_clip& clip);
  [[nodiscard]] Failure open_file(const OverlaySettings& settings, const std::string& set,
                                  const ovl_clip& clip);

  plugin::Renderer renderer_;
  plugin::Live live_;
};

}  // namespace overlace::gstreamer
