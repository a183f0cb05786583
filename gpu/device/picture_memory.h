// SPDX-License-Identifier: Apache-2.0
// Planes of a picture in a block of device memory.
#pragma once

#include <array>
#include <cstddef>

#include "gpu/device/queue.h"
#include "graph/data/image.h"

namespace overlace {

/// What a plane's rows hold.
struct PlaneExtent {
  std::size_t row_bytes = 0;  ///< without padding; 0 when the format has no such plane
  std::size_t rows = 0;
};

/// Extents of the planes of a picture.
[[nodiscard]] std::array<PlaneExtent, 4> plane_extents(const PixelFormat& format, Size size);

/// Bytes of device memory for a picture, or for a window of this size; rows are padded to an
/// alignment that suits devices.
[[nodiscard]] std::size_t device_picture_bytes(const PixelFormat& format, Size size);
[[nodiscard]] std::size_t device_picture_bytes(const ImageView& image);

/// A picture like `image` in a block of device_picture_bytes().
[[nodiscard]] ImageView device_picture(const ImageView& image, std::byte* block);

/// Calls f(const RowCopy&) for the copies that transfer a plane: a single one, or one per row if a
/// stride is negative. None for a plane without rows.
template <class F>
void copy_plane(const PlaneView& to, const PlaneView& from, const PlaneExtent& extent,
                CopyKind kind, const F& f) {
  const bool upwards = to.stride < 0 || from.stride < 0;
  const std::size_t rows = upwards ? 1 : extent.rows;
  for (std::size_t i = 0; i < extent.rows; i += rows) {
    const auto y = static_cast<std::ptrdiff_t>(i);
    f(RowCopy{.dst = to.data + y * to.stride,
              .dst_stride = upwards ? extent.row_bytes : static_cast<std::size_t>(to.stride),
              .src = from.data + y * from.stride,
              .src_stride = upwards ? extent.row_bytes : static_cast<std::size_t>(from.stride),
              .row_bytes = extent.row_bytes,
              .rows = rows,
              .kind = kind});
  }
}

/// Copies a picture's samples to one of the same size and format; both are in host memory.
void copy_picture(const ImageView& to, const ImageView& from);

}  // namespace overlace
