// SPDX-License-Identifier: Apache-2.0
// The spatial frequency filter against Fourier sums in double precision, and on gratings.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "tests/gpu/effect_layers.h"

namespace overlace::test {
namespace {

using Number = std::complex<double>;
constexpr double tau = 2 * std::numbers::pi;

/// An opaque layer with the given grey value in each pixel.
template <class Value>
Layer grey(Size size, const Value& value) {
  Layer layer = empty(size);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const auto v = static_cast<float>(value(x, y));
      set(layer, x, y, {v, v, v, 1});
    }
  return layer;
}

/// Discrete Fourier transform of a line, by definition.
std::vector<Number> transformed(const std::vector<Number>& line, double sign) {
  const std::size_t n = line.size();
  std::vector<Number> root(n), sums(n);
  for (std::size_t k = 0; k < n; ++k)
    root[k] = std::polar(1.0, sign * tau * static_cast<double>(k) / static_cast<double>(n));
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i) sums[k] += line[i] * root[i * k % n];
  return sums;
}

/// A picture of complex numbers.
struct Plane {
  std::size_t width, height;
  std::vector<Number> values = std::vector<Number>(width * height);

  Number& at(std::size_t x, std::size_t y) { return values[y * width + x]; }
  void transform(double sign) {
    std::vector<Number> line(width);
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) line[x] = at(x, y);
      line = transformed(line, sign);
      for (std::size_t x = 0; x < width; ++x) at(x, y) = line[x];
    }
    line.resize(height);
    for (std::size_t x = 0; x < width; ++x) {
      for (std::size_t y = 0; y < height; ++y) line[y] = at(x, y);
      line = transformed(line, sign);
      for (std::size_t y = 0; y < height; ++y) at(x, y) = line[y];
    }
  }
};

/// The gain of a low-pass: half a cosine over the octaves around its cutoff.
double low_gain(double f, double cutoff, double rolloff) {
  if (rolloff == 0 || f == 0) return f <= cutoff ? 1 : 0;
  const double at = std::clamp(std::log2(f / cutoff) / rolloff + 0.5, 0.0, 1.0);
  return 0.5 + 0.5 * std::cos(std::numbers::pi * at);
}
double gain_of(const SpectralOp& op, double x, double y) {
  if (op.axis == SpectralAxes::x) y = 0;
  if (op.axis == SpectralAxes::y) x = 0;
  const double f = std::hypot(x, y), cutoff = double{op.cutoff};
  const auto low = [&](double c) { return low_gain(f, c, double{op.rolloff}); };
  const double apart = std::exp2(double{op.octaves} / 2);
  switch (op.kind) {
    case SpectralKind::low:
      return low(cutoff);
    case SpectralKind::high:
      return 1 - low(cutoff);
    default:
      return low(cutoff * apart) * (1 - low(cutoff / apart));
  }
}

/// A sample of a layer, filtered after extending the layer with its mirror images to `points` along
/// each axis, equally on both sides.
std::vector<double> filtered(Layer& layer, int sample, const SpectralOp& op, Size points) {
  Plane plane{static_cast<std::size_t>(points.width), static_cast<std::size_t>(points.height)};
  const auto place = [](int i, int count) {
    const int period = 2 * (count - 1), at = ((i % period) + period) % period;
    return at < count ? at : period - at;
  };
  const int left = (points.width - layer.size.width) / 2;
  const int top = (points.height - layer.size.height) / 2;
  for (int y = 0; y < points.height; ++y)
    for (int x = 0; x < points.width; ++x)
      plane.at(static_cast<std::size_t>(x), static_cast<std::size_t>(y)) = value(
          layer, place(x - left, layer.size.width), place(y - top, layer.size.height), sample);
  plane.transform(-1);
  for (std::size_t y = 0; y < plane.height; ++y)
    for (std::size_t x = 0; x < plane.width; ++x) {
      const auto cycles = [](std::size_t k, std::size_t n) {
        return static_cast<double>(std::min(k, n - k)) / static_cast<double>(n);
      };
      plane.at(x, y) *= gain_of(op, cycles(x, plane.width), cycles(y, plane.height)) /
                        static_cast<double>(plane.width * plane.height);
    }
  plane.transform(1);
  std::vector<double> kept;
  for (int y = 0; y < layer.size.height; ++y)
    for (int x = 0; x < layer.size.width; ++x)
      kept.push_back(
          plane.at(static_cast<std::size_t>(x + left), static_cast<std::size_t>(y + top)).real());
  return kept;
}

/// Noise of all frequencies: every sample matches the sums in double precision within the precision
/// of FP16 and of the gain table.
TEST(Spectral, IsWhatFouriersSumsSay) {
  const Size size{150, 60}, points{256, 128};  // at least 32 px of mirror image on each side
  Layer layer = empty(size);
  std::mt19937 random(5);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      float samples[4];
      for (float& s : samples) s = static_cast<float>(random() % 1024) / 1023;
      set(layer, x, y, samples);
    }
  const SpectralOp ops[] = {
      {.kind = SpectralKind::low, .cutoff = 0.1F, .rolloff = 0.25F},
      {.kind = SpectralKind::low, .cutoff = 0.2013F, .rolloff = 0},
      {.kind = SpectralKind::high, .cutoff = 0.05F, .rolloff = 1},
      {.kind = SpectralKind::band, .cutoff = 0.1F, .octaves = 1, .rolloff = 0.5F},
      {.kind = SpectralKind::low, .cutoff = 0.04F, .rolloff = 2, .axis = SpectralAxes::x},
      {.kind = SpectralKind::high, .cutoff = 0.3F, .rolloff = 0.1F, .axis = SpectralAxes::y},
  };
  for (const SpectralOp& op : ops) {
    Layer got = effect_of(layer, {op});
    for (int c = 0; c < 3; ++c) {
      const std::vector<double> want = filtered(layer, c, op, points);
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
          const double light = std::max(want[static_cast<std::size_t>(y * size.width + x)], 0.0);
          ASSERT_NEAR(value(got, x, y, c), light, 4e-4)
              << "filter " << &op - ops << ", sample " << c << " at " << x << ", " << y;
        }
    }
  }
}

/// Amplitude of the wave cos(2 pi f x) in a row of a layer, over 100 px in its middle.
double wave_in(Layer& layer, double frequency, int row) {
  Number sum = 0;
  const int first = 60, count = 100;
  for (int x = first; x < first + count; ++x)
    sum += value(layer, x, row) * std::polar(1.0, -tau * frequency * x);
  return 2 * std::abs(sum) / count;
}

TEST(Spectral, GratingsPassOrAreGone) {
  Layer layer = grey({220, 90}, [](int x, int) {
    return 0.5 + 0.2 * std::cos(tau * 0.05 * x) + 0.2 * std::cos(tau * 0.2 * x);
  });
  const SpectralOp low{.kind = SpectralKind::low, .cutoff = 0.1F, .rolloff = 0.25F};
  Layer slow = effect_of(layer, {low});
  for (const int row : {0, 45, 89}) {
    EXPECT_NEAR(wave_in(slow, 0.05, row), 0.2, 0.002);
    EXPECT_LT(wave_in(slow, 0.2, row), 0.2 / 100);  // 40 dB
    EXPECT_NEAR(value(slow, 110, row, 3), 1, 1e-3);
  }
  SpectralOp across = low;
  across.axis = SpectralAxes::y;  // nothing varies vertically
  Layer same = effect_of(layer, {across});
  EXPECT_NEAR(wave_in(same, 0.2, 45), 0.2, 0.001);
}

/// A picture of several windows is filtered as if transformed as a whole: the windows leave less
/// than a code value of error.
TEST(Spectral, WindowsLeaveNoSeam) {
  const SpectralAxis axis(2100);
  ASSERT_EQ(axis.windows, 2);
  const Size size{2100, 40};
  Layer layer = grey(size, [](int x, int) { return x % 7 == 0 || (x / 300) % 2 == 0 ? 0.8 : 0.3; });
  const SpectralOp op{.kind = SpectralKind::low, .cutoff = 0.1F, .rolloff = 0.25F};
  Layer got = effect_of(layer, {op});
  // All rows are alike: one line of the mirrored period gives the whole transform.
  const std::size_t period = 2 * (2100 - 1);
  std::vector<Number> line(period);
  for (std::size_t i = 0; i < period; ++i)
    line[i] = value(layer, static_cast<int>(std::min(i, period - i)), 20);
  line = transformed(line, -1);
  for (std::size_t k = 0; k < period; ++k)
    line[k] *=
        gain_of(op, static_cast<double>(std::min(k, period - k)) / static_cast<double>(period), 0) /
        static_cast<double>(period);
  line = transformed(line, 1);
  for (int x = 0; x < 2100; ++x)
    ASSERT_NEAR(value(got, x, 20), line[static_cast<std::size_t>(x)].real(), 0.5 / 255) << x;
}

TEST(Spectral, WindowsAgreeOnAllBackEnds) {
  for (const SpectralAxes axis : {SpectralAxes::both, SpectralAxes::x, SpectralAxes::y})
    for (const Orientation o : {Orientation{}, Orientation{true, true, false}}) {
      Layer layer = noise(axis == SpectralAxes::both ? Size{2001, 37} : Size{301, 270}, 4, 40);
      const SpectralOp op{.kind = SpectralKind::band, .cutoff = 0.05F, .axis = axis};
      Layer stored = turned_layer(layer, o);
      Layer want = effect_of(stored, {op, o}, SimdLevel::scalar);
      Layer best = effect_of(stored, {op, o}, SimdLevel::best, 2);
      Layer device = effect_on_device(stored, {op, o});
      EXPECT_TRUE(equal(want, best));
      EXPECT_TRUE(equal(want, device));
    }
}

/// Rows filtered along themselves are independent of each other.
TEST(Spectral, RowsStandApart) {
  const Size size{200, 300};
  Layer layer = grey(size, [](int x, int y) { return (x + y) % 9 < 4 ? 0.8 : 0.2; });
  const SpectralOp op{.kind = SpectralKind::low, .cutoff = 0.1F, .axis = SpectralAxes::x};
  Layer all = effect_of(layer, {op});
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      if (y < 140 || y >= 150) set(layer, x, y, {0, 0, 0, 0});
  Layer some = effect_of(layer, {op});
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      ASSERT_NEAR(value(some, x, y), y < 140 || y >= 150 ? 0 : value(all, x, y), 1e-3)
          << x << ", " << y;
}

TEST(SpectralAxis, TakesNoMoreRoomWhereNothingIsFiltered) {
  for (int pixels = 1; pixels < 9000; ++pixels) {
    const SpectralAxis axis = SpectralEffect::axis_of(pixels, false);
    ASSERT_GE(axis.windows * axis.length, pixels);
    ASSERT_LT((axis.windows - 1) * axis.length, pixels);
    ASSERT_EQ(axis.length, 1 << axis.log2_points);
    ASSERT_LE(axis.log2_points, SpectralAxis(pixels).log2_points);
  }
}

TEST(SpectralAxis, CoversAnyPictureWithWindowsOfAPowerOfTwo) {
  for (int pixels = 1; pixels < 9000; ++pixels) {
    const SpectralAxis axis(pixels);
    const int points = 1 << axis.log2_points;
    ASSERT_LE(points, most_points);
    ASSERT_GE(axis.windows * axis.length, pixels);
    ASSERT_LT((axis.windows - 1) * axis.length, pixels);
    ASSERT_GE(axis.apron, axis.windows == 1 ? least_apron : wide_apron) << pixels;
    ASSERT_LE(axis.apron + axis.length, points);
  }
}

}  // namespace
}  // namespace overlace::test
