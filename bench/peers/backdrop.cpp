// SPDX-License-Identifier: Apache-2.0
// A smooth picture as NV12 and as BGRA.
#include <algorithm>
#include <cmath>

#include "bench/peers/peer.h"

namespace overlace {
namespace {

std::uint8_t code(double value) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
}

/// BT.601, limited range.
void put_bgra(std::uint8_t y, std::uint8_t cb, std::uint8_t cr, std::uint8_t* pixel) {
  const double l = 1.164384 * (y - 16), u = cb - 128.0, v = cr - 128.0;
  pixel[0] = code(l + 2.017232 * u);
  pixel[1] = code(l - 0.391762 * u - 0.812968 * v);
  pixel[2] = code(l + 1.596027 * v);
  pixel[3] = 255;
}

void paint_gradient(BenchPicture& picture) {
  const auto [width, height] = picture.size();
  const ImageView view = picture.view();
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      view.planes[0].data[y * view.planes[0].stride + x] =
          static_cast<std::byte>(80 + 90 * x / width + 10 * y / height);
  for (int y = 0; y < (height + 1) / 2; ++y)
    for (int x = 0; x < (width + 1) / 2; ++x) {
      std::byte* pair = view.planes[1].data + y * view.planes[1].stride + std::ptrdiff_t{2} * x;
      pair[0] = static_cast<std::byte>(118 + 40 * y / height);
      pair[1] = static_cast<std::byte>(138 - 40 * x / width);
    }
}

}  // namespace

PeerBackdrop::PeerBackdrop(Size size) : nv12(size, 0) {
  paint_gradient(nv12);
  const ImageView view = nv12.view();
  bgra.resize(std::size_t{4} * static_cast<std::size_t>(size.width * size.height));
  std::uint8_t* pixel = bgra.data();
  for (int y = 0; y < size.height; ++y) {
    const std::byte* luma = view.planes[0].data + y * view.planes[0].stride;
    const std::byte* pairs = view.planes[1].data + y / 2 * view.planes[1].stride;
    for (int x = 0; x < size.width; ++x, pixel += 4) {
      const std::byte* pair = pairs + std::ptrdiff_t{x / 2} * 2;
      put_bgra(static_cast<std::uint8_t>(luma[x]), static_cast<std::uint8_t>(pair[0]),
               static_cast<std::uint8_t>(pair[1]), pixel);
    }
  }
}

std::vector<std::uint8_t> luma_of(std::span<const std::uint8_t> bgra) {
  std::vector<std::uint8_t> luma(bgra.size() / 4);
  for (std::size_t i = 0; i < luma.size(); ++i) {
    const std::uint8_t* p = bgra.data() + 4 * i;
    luma[i] = code(16 + 0.098 * p[0] + 0.504 * p[1] + 0.257 * p[2]);
  }
  return luma;
}

}  // namespace overlace
