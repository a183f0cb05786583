// SPDX-License-Identifier: Apache-2.0
// How each frame of a stream is stored: pictures may state it themselves, and change it.
#pragma once

#include <optional>

#include "graph/core/orientation.h"
#include "io/av/av.h"

namespace overlace {

/// The stored orientation that a display matrix describes; nothing if it rotates by an angle that
/// is not a multiple of 90 degrees. `matrix` holds nine native 32-bit integers, as libav's do.
[[nodiscard]] std::optional<Orientation> orientation_of_matrix(const std::uint8_t* matrix);

/// First `b`, then `a`: where a pixel is stored if `b` says where it lies in a picture that is
/// stored as `a` says.
[[nodiscard]] Orientation compose(Orientation a, Orientation b);

/// Follows the orientation of a stream's frames, in display order. What a picture states (Exif,
/// display orientation SEI) overrules the container and holds up to the next key frame.
class FrameOrientation {
 public:
  explicit FrameOrientation(Orientation of_container) : of_container_(of_container) {}

  /// The stored orientation of the next frame. Removes the statement from the frame, so that no
  /// encoder repeats it on a picture that has been rotated.
  [[nodiscard]] Orientation take(AVFrame& frame);
  /// Whether pictures state the current orientation themselves.
  [[nodiscard]] bool is_own() const { return own_.has_value(); }
  /// The next frame is a key frame, whatever came before.
  void restart() { own_.reset(); }

 private:
  Orientation of_container_;
  std::optional<Orientation> own_;
};

}  // namespace overlace
