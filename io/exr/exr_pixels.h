// SPDX-License-Identifier: Apache-2.0
// Pictures as the half floats that an EXR file holds.
#pragma once

#include <ImathBox.h>
#include <half.h>

#include <array>
#include <optional>
#include <vector>

#include "graph/data/image.h"
#include "io/av/av.h"
#include "io/frames/frame_converter.h"
#include "io/write/still.h"

namespace overlace {

using HalfPixel = std::array<half, 4>;  ///< R, G, B, A

/// A picture as float R'G'B' planes, and its pixels as light times alpha. Keeps its buffers.
class ExrPixels {
 public:
  explicit ExrPixels(const StillOptions& options) : options_(options) {}

  /// The picture that the calls below are about; its pixels are borrowed where they are float
  /// R'G'B' already. Throws Error(output).
  void take(const ImageView& picture);
  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] bool has_alpha() const { return planes_[3].data != nullptr; }

  /// The smallest window with all that is not empty, from the picture's top left pixel; all of a
  /// picture without alpha, or where the options say so. May be empty.
  [[nodiscard]] Imath::Box2i bounds() const;
  /// The pixels of a window row by row; `to` gets its size. Precondition: it is in the picture.
  void read(const Imath::Box2i& window, std::vector<HalfPixel>& to) const;

 private:
  [[nodiscard]] FramePtr to_float(const AVFrame& source, const ColorSpec& color);
  [[nodiscard]] const float* row(std::size_t plane, int y) const {
    return reinterpret_cast<const float*>(planes_[plane].data + y * planes_[plane].stride);
  }
  [[nodiscard]] bool is_empty(int x, int y) const;
  [[nodiscard]] HalfPixel pixel(int x, int y) const;

  StillOptions options_;
  std::optional<FrameConverter> converter_;
  AVPixelFormat converted_ = AV_PIX_FMT_NONE;
  FramePtr frame_;                     ///< what the planes belong to
  std::array<PlaneView, 4> planes_{};  ///< R, G, B and, or null, A
  Size size_;
  ColorSpec color_;
};

/// The window, or one pixel where it is empty, which a window of a file cannot be.
[[nodiscard]] inline Imath::Box2i window_of(const Imath::Box2i& bounds) {
  return bounds.isEmpty() ? Imath::Box2i({0, 0}, {0, 0}) : bounds;
}
/// The smallest window with both; either may be empty.
[[nodiscard]] inline Imath::Box2i hull(Imath::Box2i a, const Imath::Box2i& b) {
  a.extendBy(b);
  return a;
}
[[nodiscard]] inline int width_of_window(const Imath::Box2i& window) {
  return window.max.x - window.min.x + 1;
}
[[nodiscard]] inline int height_of_window(const Imath::Box2i& window) {
  return window.max.y - window.min.y + 1;
}

}  // namespace overlace
