// SPDX-License-Identifier: Apache-2.0
// P010 keeps its 10 bits at the top of a 16-bit word; planar formats keep them at the bottom.
#include "io/av/semi_planar.h"

#include <cstddef>
#include <cstdint>

namespace overlace {
namespace {

constexpr int p010_shift = 6;

template <class Sample>
Sample* row(const AVFrame& frame, int plane, int y) {
  return reinterpret_cast<Sample*>(frame.data[plane] + std::ptrdiff_t{frame.linesize[plane]} * y);
}

template <class Sample>
constexpr int shift_of = sizeof(Sample) == 1 ? 0 : p010_shift;

int half(int size) {
  return (size + 1) / 2;
}

// Sizes are copied first: byte stores may alias anything that is read by reference, which would
// keep the loops from being vectorised.
template <class Sample>
void split(const AVFrame& pairs, AVFrame& planes) {
  constexpr int shift = shift_of<Sample>;
  const int width = planes.width, height = planes.height;
  for (int y = 0; y < height; ++y) {
    const Sample* from = row<Sample>(pairs, 0, y);
    Sample* to = row<Sample>(planes, 0, y);
    for (int x = 0; x < width; ++x) to[x] = static_cast<Sample>(from[x] >> shift);
  }
  for (int y = 0; y < half(height); ++y) {
    const Sample* from = row<Sample>(pairs, 1, y);
    Sample* u = row<Sample>(planes, 1, y);
    Sample* v = row<Sample>(planes, 2, y);
    const std::ptrdiff_t pairs_of_row = half(width);
    for (std::ptrdiff_t x = 0; x < pairs_of_row; ++x)
      u[x] = static_cast<Sample>(from[2 * x] >> shift);
    for (std::ptrdiff_t x = 0; x < pairs_of_row; ++x)
      v[x] = static_cast<Sample>(from[2 * x + 1] >> shift);
  }
}

template <class Sample>
void join(const AVFrame& planes, AVFrame& pairs) {
  constexpr int shift = shift_of<Sample>;
  const int width = pairs.width, height = pairs.height;
  for (int y = 0; y < height; ++y) {
    const Sample* from = row<Sample>(planes, 0, y);
    Sample* to = row<Sample>(pairs, 0, y);
    for (int x = 0; x < width; ++x) to[x] = static_cast<Sample>(from[x] << shift);
  }
  for (int y = 0; y < half(height); ++y) {
    const Sample* u = row<Sample>(planes, 1, y);
    const Sample* v = row<Sample>(planes, 2, y);
    Sample* to = row<Sample>(pairs, 1, y);
    for (std::ptrdiff_t x = 0; x < half(width); ++x) {
      to[2 * x] = static_cast<Sample>(u[x] << shift);
      to[2 * x + 1] = static_cast<Sample>(v[x] << shift);
    }
  }
}

}  // namespace

AVPixelFormat semi_planar_equal(AVPixelFormat format) {
  switch (format) {
    case AV_PIX_FMT_NV12:
    case AV_PIX_FMT_YUV420P:
    case AV_PIX_FMT_YUVJ420P:
      return AV_PIX_FMT_NV12;
    case AV_PIX_FMT_P010:
    case AV_PIX_FMT_YUV420P10:
      return AV_PIX_FMT_P010;
    default:
      return AV_PIX_FMT_NONE;
  }
}

AVPixelFormat planar_equal(AVPixelFormat format) {
  if (format == AV_PIX_FMT_NV12) return AV_PIX_FMT_YUV420P;
  return format == AV_PIX_FMT_P010 ? AV_PIX_FMT_YUV420P10 : AV_PIX_FMT_NONE;
}

void split_chroma(const AVFrame& pairs, AVFrame& planes) {
  if (pairs.format == AV_PIX_FMT_NV12) {
    split<std::uint8_t>(pairs, planes);
  } else {
    split<std::uint16_t>(pairs, planes);
  }
}

void join_chroma(const AVFrame& planes, AVFrame& pairs) {
  if (pairs.format == AV_PIX_FMT_NV12) {
    join<std::uint8_t>(planes, pairs);
  } else {
    join<std::uint16_t>(planes, pairs);
  }
}

}  // namespace overlace
