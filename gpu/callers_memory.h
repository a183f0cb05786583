// SPDX-License-Identifier: Apache-2.0
// Pictures of the caller's, from one place to another.
#pragma once

#include "graph/data/image.h"

namespace overlace {

/// The GPU that memory is on, as CUDA counts; -1 for memory of the host, and where nobody knows.
[[nodiscard]] int gpu_of(const void* memory);

/// Copies what the planes of `from` hold to those of `to`, which have the same format and size;
/// both are in memory of the host.
void copy_on_host(const ImageView& to, const ImageView& from);

/// Sets all samples to 0, likewise.
void clear_on_host(const ImageView& to);

/// The same for pictures on a GPU, after what has been queued on `stream`, and waits. `stream` is a
/// CUstream of the context that is current on this thread; null is its default stream. Throws
/// Error(unavailable) in a build without CUDA, or where there is no GPU; Error(internal) where the
/// runtime fails.
void copy_on_gpu(const ImageView& to, const ImageView& from, void* stream);
void clear_on_gpu(const ImageView& to, void* stream);

}  // namespace overlace
