// SPDX-License-Identifier: Apache-2.0
// A filter of spatial frequencies: window by window, rows of points are transformed, then columns;
// each frequency is multiplied by its gain, and everything is transformed back. Red and green are
// the parts of one complex number, blue and alpha those of another: gains are the same for a
// frequency and its negative, so the four do not mix.
#pragma once

#include <cstdint>

#include "gpu/kernels/fft.h"
#include "gpu/kernels/gather.h"
#include "gpu/kernels/pixel_samples.h"
#include "gpu/kernels/plane_image.h"

namespace overlace {

/// Steps in the table of a filter's edge.
inline constexpr int edge_steps = 128;

/// Where gains run through an edge's table: while (f - start) x slope goes from 0 to 1.
struct SpectralEdge {
  float start, slope;
};

/// Parameters of a filter for one frame, as devices read them.
struct SpectralRecord {
  QuarterWave wave{};
  float fall[edge_steps + 1]{};    ///< of an edge: gains from 1 to 0
  SpectralEdge lower{}, upper{};   ///< frequencies between them pass
  float along_x = 1, along_y = 1;  ///< 1: frequencies along this axis, as shown, count
};

/// The gain of a frequency, given in cycles per pixel along each axis.
template <class F>
OVL_FN F gain_at(const SpectralRecord& record, F x, F y) {
  const F f = sqrt(fma(x * x, F(record.along_x), y * y * F(record.along_y)));
  const auto fallen = [&](const SpectralEdge& edge) {
    const F at = saturate((f - F(edge.start)) * F(edge.slope)) * F(float{edge_steps});
    const F step = min(floor(at), F(float{edge_steps - 1}));
    const F here = look_up(record.fall, step), next = look_up(record.fall + 1, step);
    return fma(at - step, next - here, here);
  };
  return fallen(record.upper) * (F(1.0F) - fallen(record.lower));
}

/// The most alpha that light without any is given.
inline constexpr float least_spectral_alpha = 0x1p-14F;

/// Limits filtered samples to what a layer may hold: no negative light, alpha from 0 to 1, and a
/// trace of alpha under light, because a picture is left as it is where alpha is 0.
template <class F>
OVL_FN void limit_pixel(F& r, F& g, F& b, F& a) {
  const auto positive = [](F v) { return select(v > F(0.0F), v, F(0.0F)); };
  r = positive(r);
  g = positive(g);
  b = positive(b);
  const F trace = min(max(max(r, g), b), F(least_spectral_alpha));
  a = min(max(positive(a), trace), F(1.0F));
}

/// A window of points, px as shown; the picture is mirrored beyond its edges.
struct SpectralWindow {
  Size shown;             ///< of the picture
  int left = 0, top = 0;  ///< of the first point
  int log2_width = 0, log2_height = 0;
  IntRange x{}, y{};  ///< pixels that it makes

  [[nodiscard]] OVL_FN int width() const { return 1 << log2_width; }
  [[nodiscard]] OVL_FN int height() const { return 1 << log2_height; }
};

/// Scratch memory of a filter.
struct SpectralMemory {
  float* samples = nullptr;       ///< four for each point of a window; each back-end has its order
  std::uint32_t* rows = nullptr;  ///< whether rows of points hold anything
  std::uint32_t* any = nullptr;   ///< whether the layer holds anything

  [[nodiscard]] OVL_FN bool any_row(int count) const {
    for (int i = 0; i < count; ++i)
      if (rows[i] != 0) return true;
    return false;
  }
};

/// How many rows, or columns, of points a CPU transforms at once.
inline constexpr int spectral_lines = 16;
/// Units that a CPU makes one by one, in the form that ImageRunner expects.
struct SpectralUnits {
  int count;
  [[nodiscard]] int columns() const { return 1; }
  [[nodiscard]] int rows() const { return count; }
};

/// A pass of a filter. `to` and `from` are different layers.
struct SpectralPass {
  static constexpr PassBlock block{1, 1};
  TiledImage from, to;
  Orientation stored;
  SpectralMemory memory;
  SpectralWindow window;
  const SpectralRecord* spectral = nullptr;

  [[nodiscard]] static bool is_active() { return true; }
  /// Where the pixel shown at (x, y) is stored; beyond the edges, its mirror image.
  [[nodiscard]] OVL_FN PixelPosition<int> source(int x, int y) const {
    return stored_at({mirrored(x, window.shown.width), mirrored(y, window.shown.height)}, from.size,
                     stored);
  }
};
/// Marks all tiles as occupied, if any of the source is.
struct SpectralLookPass : SpectralPass {
  [[nodiscard]] static SpectralUnits output() { return {1}; }
};
/// Reads and transforms rows of points.
struct SpectralRowsPass : SpectralPass {
  [[nodiscard]] SpectralUnits output() const { return {window.height() / spectral_lines}; }
};
/// Transforms columns of points, filters them, and transforms them back.
struct SpectralColumnsPass : SpectralPass {
  [[nodiscard]] SpectralUnits output() const { return {window.width() / spectral_lines}; }
};
/// Transforms rows back, and stores pixels.
struct SpectralStorePass : SpectralPass {
  [[nodiscard]] SpectralUnits output() const { return {window.height() / spectral_lines}; }
};

}  // namespace overlace
