// SPDX-License-Identifier: Apache-2.0
// Pictures as the floats that an EXR file holds.
#pragma once

#include <ImathBox.h>
#include <ImfPixelType.h>
#include <half.h>

#include <array>
#include <optional>
#include <vector>

#include "graph/data/image.h"
#include "io/av/av.h"
#include "io/frames/frame_converter.h"
#include "io/frames/still_encoder.h"

namespace overlace {

/// R, G, B, A as a file stores them: half or float.
template <class Sample>
using ExrPixel = std::array<Sample, 4>;
template <class Sample>
inline constexpr Imf::PixelType exr_type = Imf::FLOAT;
template <>
inline constexpr Imf::PixelType exr_type<half> = Imf::HALF;

/// A picture as float R'G'B' planes, and its pixels as linear light times alpha. Keeps its buffers.
class ExrPixels {
 public:
  explicit ExrPixels(const StillOptions& options) : options_(options) {}

  /// Sets the picture for the calls below; its pixels are borrowed where they are already float
  /// R'G'B'. Throws Error(output).
  void take(const ImageView& picture);
  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] bool has_alpha() const { return planes_[3].data != nullptr; }

  /// The smallest window with everything that is not empty, relative to the picture's top left
  /// pixel; the whole picture if it has no alpha or the options ask for it. May be empty.
  [[nodiscard]] Imath::Box2i bounds() const;
  /// The pixels of a window row by row; resizes `to`. Precondition: the window is in the picture.
  template <class Sample>
  void read(const Imath::Box2i& window, std::vector<ExrPixel<Sample>>& to) const {
    to.clear();
    to.reserve(static_cast<std::size_t>(window.max.x - window.min.x + 1) *
               static_cast<std::size_t>(window.max.y - window.min.y + 1));
    for (int y = window.min.y; y <= window.max.y; ++y) {
      for (int x = window.min.x; x <= window.max.x; ++x) {
        const std::array<float, 4> v = pixel(x, y);
        to.push_back({Sample(v[0]), Sample(v[1]), Sample(v[2]), Sample(v[3])});
      }
    }
  }

 private:
  [[nodiscard]] FramePtr to_float(const AVFrame& source, const ColorSpec& color);
  [[nodiscard]] const float* row(std::size_t plane, int y) const {
    return reinterpret_cast<const float*>(planes_[plane].data + y * planes_[plane].stride);
  }
  [[nodiscard]] bool is_empty(int x, int y) const;
  [[nodiscard]] std::array<float, 4> pixel(int x, int y) const;

  StillOptions options_;
  std::optional<FrameConverter> converter_;
  AVPixelFormat converted_ = AV_PIX_FMT_NONE;
  FramePtr frame_;                     ///< owner of the planes
  std::array<PlaneView, 4> planes_{};  ///< R, G, B and A, which may be null
  Size size_;
  ColorSpec color_;
};

/// The window, or one pixel if it is empty, since a file's window cannot be.
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
