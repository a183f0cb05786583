// SPDX-License-Identifier: Apache-2.0
// Everything that is decoded on the way to a frame is kept.
#include "io/read/frame_store.h"

#include <utility>

#include "io/read/grab.h"

namespace overlace {
namespace {

ReaderOptions in_software(ReaderOptions options) {
  options.hardware = {};
  return options;
}

}  // namespace

FrameStore::FrameStore(const std::string& path, ReaderOptions options, std::size_t capacity_bytes)
    : reader_(path, in_software(std::move(options))), frames_(capacity_bytes) {}

DecodedFrame FrameStore::towards(std::int32_t number, Deadline deadline) {
  if (const DecodedFrame* kept = frames_.find(number)) return shared(*kept);
  const std::int32_t begin = number == next_ ? number : reader_.begins_at(number);
  if (begin != next_) reader_.seek(begin);
  DecodedFrame picture;
  while (reader_.read(picture)) {
    next_ = picture.number + 1;
    ++decoded_;
    const DecodedFrame& kept = frames_.keep(std::move(picture));
    if (look_) look_(kept);
    if (kept.number >= number || Deadline::clock::now() >= deadline) return shared(kept);
  }
  throw no_such_frame(reader_, number);
}

}  // namespace overlace
