// SPDX-License-Identifier: Apache-2.0
// Copying and clearing pictures in the caller's memory.
#pragma once

#include "graph/data/image.h"

namespace overlace {

/// CUDA's index of the GPU that holds `memory`; -1 for host memory, and if unknown.
[[nodiscard]] int gpu_of(const void* memory);

/// Copies what the planes of `from` hold to those of `to`, which has the same format and size; both
/// are in host memory.
void copy_on_host(const ImageView& to, const ImageView& from);

/// Sets all samples to 0, in host memory.
void clear_on_host(const ImageView& to);

/// The same for pictures on a GPU, in order after the work queued on `stream`; waits for the
/// result. `stream` is a CUstream of this thread's current context; null is its default stream.
/// Throws Error(unavailable) without the module overlace-cuda.so or without a GPU, Error(internal)
/// if the runtime fails.
void copy_on_gpu(const ImageView& to, const ImageView& from, void* stream);
void clear_on_gpu(const ImageView& to, void* stream);

}  // namespace overlace
