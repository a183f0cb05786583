// SPDX-License-Identifier: Apache-2.0
// Samples of any layout, by component.
#include "io/frames/alpha.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <type_traits>

namespace overlace {
namespace {

/// Where the samples of a component are, and which value is black.
struct Component {
  PlaneView plane;
  std::ptrdiff_t first = 0, step = 1;  ///< in samples
  int shift_x = 0, shift_y = 0;
  float black = 0, largest = 1;
};

float code_unit(const PixelFormat& format) {
  return static_cast<float>(1 << (format.bits - 8 + format.shift));
}

// Component 0..2, or 3 for alpha.
Component component_of(const ImageView& picture, int index) {
  const PixelFormat& format = picture.format;
  Component c;
  const bool packed = format.layout == PlaneLayout::packed;
  c.plane = picture.planes[packed ? 0 : static_cast<std::size_t>(index)];
  if (packed) {
    c.first = format.component_offset[static_cast<std::size_t>(index)];
    c.step = format.components;
  }
  const bool integer = format.sample == SampleType::u8 || format.sample == SampleType::u16;
  if (integer) c.largest = static_cast<float>(((1 << format.bits) - 1) << format.shift);
  if (format.model != ColorModel::ycbcr || index == 3) return c;
  const bool chroma = index > 0;
  const float luma_black = picture.color.range == ColorRange::limited ? 16.0F : 0.0F;
  c.black = (chroma ? 128.0F : luma_black) * code_unit(format);
  c.shift_x = chroma ? format.chroma_shift_x : 0;
  c.shift_y = chroma ? format.chroma_shift_y : 0;
  return c;
}

template <class T>
T* row(const Component& c, int y) {
  return reinterpret_cast<T*>(c.plane.data + y * c.plane.stride) + c.first;
}

int samples(int pixels, int shift) {
  return (pixels + (1 << shift) - 1) >> shift;
}

template <class T>
T to_sample(float value, const Component& c) {
  if constexpr (std::is_floating_point_v<T>) return value;
  return static_cast<T>(std::lround(std::clamp(value, 0.0F, c.largest)));
}

// Mean alpha, 0..1, of the pixels that a sample of `c` covers.
template <class T>
float alpha_at(const Component& alpha, const Component& c, Size size, int x, int y) {
  float sum = 0;
  int count = 0;
  for (int j = y << c.shift_y; j < std::min((y + 1) << c.shift_y, size.height); ++j) {
    const T* from = row<T>(alpha, j);
    for (int i = x << c.shift_x; i < std::min((x + 1) << c.shift_x, size.width); ++i, ++count) {
      sum += static_cast<float>(from[i * alpha.step]);
    }
  }
  return sum / (static_cast<float>(count) * alpha.largest);
}

template <class T>
void fill(const Component& c, Size size) {
  for (int y = 0; y < samples(size.height, c.shift_y); ++y) {
    T* to = row<T>(c, y);
    for (int x = 0; x < samples(size.width, c.shift_x); ++x)
      to[x * c.step] = to_sample<T>(c.black, c);
  }
}

template <class T>
void divide(const Component& c, const Component& alpha, Size size) {
  for (int y = 0; y < samples(size.height, c.shift_y); ++y) {
    T* to = row<T>(c, y);
    for (int x = 0; x < samples(size.width, c.shift_x); ++x) {
      const float a = alpha_at<T>(alpha, c, size, x, y);
      if (a >= 1) continue;
      const float colour = static_cast<float>(to[x * c.step]) - c.black;
      to[x * c.step] = to_sample<T>(a > 0 ? c.black + colour / a : c.black, c);
    }
  }
}

template <class Visit>
void with_sample_type(SampleType type, Visit visit) {
  if (type == SampleType::u8) visit(std::uint8_t{});
  if (type == SampleType::u16) visit(std::uint16_t{});
  if (type == SampleType::f32) visit(float{});
}

}  // namespace

void make_transparent(const ImageView& picture) {
  with_sample_type(picture.format.sample, [&picture]<class T>(T) {
    for (int i = 0; i < 4; ++i) fill<T>(component_of(picture, i), picture.size);
  });
}

void straighten(const ImageView& picture) {
  with_sample_type(picture.format.sample, [&picture]<class T>(T) {
    const Component alpha = component_of(picture, 3);
    for (int i = 0; i < 3; ++i) divide<T>(component_of(picture, i), alpha, picture.size);
  });
}

}  // namespace overlace
