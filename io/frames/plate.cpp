// SPDX-License-Identifier: Apache-2.0
// libav copies a frame's opaque_ref with its other properties; nothing else uses it.
#include "io/frames/plate.h"

#include <utility>

#include "io/av/av.h"

namespace overlace {
namespace {

using Owner = std::shared_ptr<const Plate>;

void release(void* /*opaque*/, std::uint8_t* data) {
  const std::unique_ptr<Owner> owner(reinterpret_cast<Owner*>(data));
}

}  // namespace

void attach_plate(AVFrame& frame, std::shared_ptr<const Plate> plate) {
  auto owner = std::make_unique<Owner>(std::move(plate));
  AVBufferRef* buffer = av_buffer_create(reinterpret_cast<std::uint8_t*>(owner.get()),
                                         sizeof(Owner), release, nullptr, 0);
  if (buffer == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
  static_cast<void>(owner.release());
  detach_plate(frame);
  frame.opaque_ref = buffer;
}

void detach_plate(AVFrame& frame) {
  av_buffer_unref(&frame.opaque_ref);
}

const Plate* plate_of(const AVFrame& frame) {
  if (frame.opaque_ref == nullptr) return nullptr;
  return reinterpret_cast<const Owner*>(frame.opaque_ref->data)->get();
}

}  // namespace overlace
