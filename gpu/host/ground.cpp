// SPDX-License-Identifier: Apache-2.0
// Rows are copied from rows that stay in the L1 cache.
#include "gpu/host/ground.h"

#include <cstring>

namespace overlace {
namespace {

/// The samples of `count` pixels, one for every 2^shift of them.
int samples_of(int count, int shift) {
  return (count + (1 << shift) - 1) >> shift;
}

}  // namespace

Ground::Ground(const ImageView& picture) : size_(picture.size) {
  const PixelFormat& format = picture.format;
  const int sample = sample_bytes(format.sample);
  for (std::size_t i = 0; i < planes_.size(); ++i) {
    if (picture.planes[i].data == nullptr) continue;
    Plane& plane = planes_[i];
    plane = {picture.planes[i].data, picture.planes[i].stride, picture.ground[i], sample};
    const bool pairs = format.layout == PlaneLayout::semi_planar && i == 1;
    if (format.layout == PlaneLayout::packed) plane.step *= format.components;
    if (pairs) plane.step *= 2;
    if (pairs || (format.layout == PlaneLayout::planar && (i == 1 || i == 2))) {
      plane.shift_x = format.chroma_shift_x;
      plane.shift_y = format.chroma_shift_y;
    }
  }
}

/// Calls use(plane, at, bytes, rows) for the samples that each plane has of an area.
template <class Use>
void Ground::for_each_part(const PixelRect& area, const Use& use) const {
  const PixelRect there = intersection(area, whole(size_));
  if (there.is_empty()) return;
  for (const Plane& plane : planes_) {
    if (plane.data == nullptr) continue;
    const int left = there.x >> plane.shift_x, top = there.y >> plane.shift_y;
    const int width = samples_of(there.right(), plane.shift_x) - left;
    const std::ptrdiff_t begin = std::ptrdiff_t{left} * plane.step;
    use(plane, plane.data + top * plane.stride + begin, plane.row + begin,
        static_cast<std::size_t>(width) * static_cast<std::size_t>(plane.step),
        samples_of(there.bottom(), plane.shift_y) - top);
  }
}

void Ground::lay(const PixelRect& area) const {
  for_each_part(area, [](const Plane& plane, std::byte* at, const std::byte* row, std::size_t bytes,
                         int rows) {
    for (; rows > 0; --rows, at += plane.stride) std::memcpy(at, row, bytes);
  });
}

void Ground::repeat_first_row(const PixelRect& area) const {
  for_each_part(area, [](const Plane& plane, std::byte* first, const std::byte*, std::size_t bytes,
                         int rows) {
    for (int y = 1; y < rows; ++y) std::memcpy(first + y * plane.stride, first, bytes);
  });
}

void lay_ground(ImageView& picture) {
  if (!picture.has_ground()) return;
  Ground(picture).lay(whole(picture.size));
  picture.ground = {};
}

}  // namespace overlace
