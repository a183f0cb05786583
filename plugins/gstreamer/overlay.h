// SPDX-License-Identifier: Apache-2.0
// What the element draws with: a libovl program and renderer for one kind of picture.
#pragma once

#include <overlace.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "plugins/handles.h"

namespace overlace::gstreamer {

using plugin::Failure;

/// What is drawn, as set by the element's properties.
struct OverlaySettings {
  std::string graph = "boxes";
  std::string tracks;  ///< track file or folder; "" for none
  std::string set;     ///< "KNOB=VALUE" and "NODE.PARAM=VALUE", separated by &
  std::uint32_t device = OVL_DEVICE_AUTO;
  friend bool operator==(const OverlaySettings&, const OverlaySettings&) = default;
};

/// The stream as a clip.
struct StreamFacts {
  std::int32_t width = 0, height = 0;
  std::int64_t rate_num = 0, rate_den = 0;  ///< 0: not known, or variable
  friend bool operator==(const StreamFacts&, const StreamFacts&) = default;
};

/// Rows that replace a track file.
struct LiveRows {
  std::span<const ovl_row> rows;
  std::span<const std::string> class_names;
};

class Overlay {
 public:
  /// Makes a program and a renderer in place of the previous ones. `live` may be null.
  [[nodiscard]] Failure open(const OverlaySettings& settings, const StreamFacts& stream,
                             const LiveRows* live);
  [[nodiscard]] bool is_open() const { return renderer_ != nullptr; }
  void close() { renderer_.reset(); }

  /// Whether anything may be drawn in a frame. Precondition of both: is_open().
  [[nodiscard]] Failure draws(std::int32_t frame, bool& anything);
  [[nodiscard]] Failure draw(std::int32_t frame, const ovl_image& image);

 private:
  plugin::Renderer renderer_;
};

}  // namespace overlace::gstreamer
