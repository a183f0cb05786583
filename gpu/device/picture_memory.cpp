// SPDX-License-Identifier: Apache-2.0
// Plane sizes.
#include "gpu/device/picture_memory.h"

#include <cstring>

namespace overlace {
namespace {

constexpr std::size_t row_alignment = 256;

/// Extents of what an image's planes hold.
std::array<PlaneExtent, 4> extents_of(const ImageView& image) {
  const PixelRect held = image.held();
  return plane_extents(image.format, {held.width, held.height});
}

std::size_t stride(const PlaneExtent& plane) {
  return (plane.row_bytes + row_alignment - 1) / row_alignment * row_alignment;
}

}  // namespace

std::array<PlaneExtent, 4> plane_extents(const PixelFormat& format, Size size) {
  const auto width = static_cast<std::size_t>(size.width);
  const auto height = static_cast<std::size_t>(size.height);
  const auto bytes = static_cast<std::size_t>(sample_bytes(format.sample));
  const PlaneExtent whole{width * bytes, height};
  std::array<PlaneExtent, 4> planes;
  if (format.layout == PlaneLayout::packed) {
    planes[0] = {width * bytes * format.components, height};
    return planes;
  }
  planes[0] = whole;
  std::size_t next = 1;
  if (format.model != ColorModel::gray) {
    const std::size_t columns = (width + format.chroma_shift_x) >> format.chroma_shift_x;
    const std::size_t rows = (height + format.chroma_shift_y) >> format.chroma_shift_y;
    const bool pairs = format.layout == PlaneLayout::semi_planar;
    planes[next++] = {columns * bytes * (pairs ? 2 : 1), rows};
    if (!pairs) planes[next++] = {columns * bytes, rows};
  }
  if (format.alpha) planes[next] = whole;
  return planes;
}

std::size_t device_picture_bytes(const ImageView& image) {
  const PixelRect held = image.held();
  return device_picture_bytes(image.format, {held.width, held.height});
}

std::size_t device_picture_bytes(const PixelFormat& format, Size size) {
  std::size_t bytes = 0;
  for (const PlaneExtent& plane : plane_extents(format, size)) bytes += stride(plane) * plane.rows;
  return bytes;
}

ImageView device_picture(const ImageView& image, std::byte* block) {
  ImageView copy = image;
  copy.memory = Memory::cuda;
  const auto extents = extents_of(image);
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (extents[i].rows == 0) {
      copy.planes[i] = {};
      continue;
    }
    copy.planes[i] = {block, static_cast<std::ptrdiff_t>(stride(extents[i]))};
    block += stride(extents[i]) * extents[i].rows;
  }
  return copy;
}

void copy_picture(const ImageView& to, const ImageView& from) {
  const auto extents = extents_of(from);
  for (std::size_t i = 0; i < extents.size(); ++i)
    copy_plane(to.planes[i], from.planes[i], extents[i], CopyKind::device_to_device,
               [](const RowCopy& copy) {
                 for (std::size_t y = 0; y < copy.rows; ++y)
                   std::memcpy(static_cast<std::byte*>(copy.dst) + y * copy.dst_stride,
                               static_cast<const std::byte*>(copy.src) + y * copy.src_stride,
                               copy.row_bytes);
               });
}

}  // namespace overlace
