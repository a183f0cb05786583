// SPDX-License-Identifier: Apache-2.0
// Copies the caller's pictures, for hosts whose output is another picture than their input.
#include "api/c_error.h"
#include "api/caller_image.h"
#include "api/overlace.h"
#include "api/structs.h"
#include "gpu/callers_memory.h"

namespace overlace::api {
namespace {

/// The planes of a picture, regardless of its position in the clip.
ImageView view_of(const ovl_image* image) {
  require(image != nullptr, "the picture is NULL");
  ovl_image alone = read_struct(image, "ovl_image");
  alone.x = alone.y = 0;
  return image_view(&alone, {alone.width, alone.height});
}

void copy(const ovl_image* to, const ovl_image* from, void* stream) {
  const ImageView target = view_of(to);
  const bool on_gpu = target.memory == Memory::cuda;
  if (from == nullptr) return on_gpu ? clear_on_gpu(target, stream) : clear_on_host(target);
  const ImageView source = view_of(from);
  require(source.format == target.format && source.size == target.size,
          "the pictures have other formats or sizes");
  require(source.memory == target.memory, "one picture is on a GPU, the other is not");
  if (on_gpu)
    copy_on_gpu(target, source, stream);
  else
    copy_on_host(target, source);
}

}  // namespace
}  // namespace overlace::api

extern "C" {

int32_t ovl_gpu_of(const void* memory) {
  return memory == nullptr ? -1 : overlace::gpu_of(memory);
}

int ovl_copy(const ovl_image* to, const ovl_image* from, void* stream, ovl_error** error) {
  return overlace::api::guarded(error, [&] { overlace::api::copy(to, from, stream); });
}

}  // extern "C"
