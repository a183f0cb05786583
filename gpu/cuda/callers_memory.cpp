// SPDX-License-Identifier: Apache-2.0
// Copying and clearing pictures in a caller's GPU memory.
#include <cuda_runtime_api.h>

#include "gpu/cuda/backend.h"
#include "gpu/cuda/cuda_check.h"
#include "gpu/device/picture_memory.h"

namespace overlace {
namespace {

/// The same rows, from last to first.
PlaneView turned(const PlaneView& plane, std::size_t rows) {
  return {plane.data + static_cast<std::ptrdiff_t>(rows - 1) * plane.stride, -plane.stride};
}

void wait_for(cudaStream_t stream) {
  cuda::check(cudaStreamSynchronize(stream), "waiting for a picture");
}

}  // namespace

int cuda::gpu_of(const void* memory) {
  cudaPointerAttributes found{};
  if (cudaPointerGetAttributes(&found, memory) != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    return -1;
  }
  const bool is_there = found.type == cudaMemoryTypeDevice || found.type == cudaMemoryTypeManaged;
  return is_there ? found.device : -1;
}

void cuda::copy(const ImageView& to, const ImageView& from, void* stream) {
  auto* const queue = static_cast<cudaStream_t>(stream);
  const PixelRect held = to.held();
  const auto extents = plane_extents(to.format, {held.width, held.height});
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (extents[i].rows == 0) continue;
    // If rows run upwards in both pictures, one copy suffices, too.
    const bool turn = to.planes[i].stride < 0 && from.planes[i].stride < 0;
    const std::size_t rows = extents[i].rows;
    copy_plane(turn ? turned(to.planes[i], rows) : to.planes[i],
               turn ? turned(from.planes[i], rows) : from.planes[i], extents[i],
               CopyKind::device_to_device, [&](const RowCopy& copy) {
                 cuda::check(
                     cudaMemcpy2DAsync(copy.dst, copy.dst_stride, copy.src, copy.src_stride,
                                       copy.row_bytes, copy.rows, cudaMemcpyDeviceToDevice, queue),
                     "copying a picture");
               });
  }
  wait_for(queue);
}

void cuda::clear(const ImageView& to, void* stream) {
  auto* const queue = static_cast<cudaStream_t>(stream);
  const PixelRect held = to.held();
  const auto extents = plane_extents(to.format, {held.width, held.height});
  for (std::size_t i = 0; i < extents.size(); ++i) {
    if (extents[i].rows == 0) continue;
    const PlaneView& own = to.planes[i];
    const PlaneView plane = own.stride < 0 ? turned(own, extents[i].rows) : own;
    cuda::check(cudaMemset2DAsync(plane.data, static_cast<std::size_t>(plane.stride), 0,
                                  extents[i].row_bytes, extents[i].rows, queue),
                "clearing a picture");
  }
  wait_for(queue);
}

}  // namespace overlace
