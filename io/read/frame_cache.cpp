// SPDX-License-Identifier: Apache-2.0
// Frames are references to their buffers.
#include "io/read/frame_cache.h"

#include <iterator>
#include <utility>

#include "io/av/av.h"

namespace overlace {
namespace {

std::size_t bytes_of(const AVFrame& frame) {
  std::size_t bytes = 0;
  for (const AVBufferRef* buffer : frame.buf)
    if (buffer != nullptr) bytes += buffer->size;
  return bytes;
}

}  // namespace

DecodedFrame with_pixels(const DecodedFrame& picture, FramePtr pixels) {
  return {std::move(pixels), picture.number, picture.pts,   picture.duration,
          picture.time,      picture.shown,  picture.scaled};
}

DecodedFrame shared(const DecodedFrame& picture) {
  FramePtr frame = make_frame();
  check_av(av_frame_ref(frame.get(), picture.frame.get()), ErrorCode::out_of_memory,
           "keeping a frame");
  return with_pixels(picture, std::move(frame));
}

const DecodedFrame* FrameCache::find(std::int32_t number) {
  const auto kept = places_.find(number);
  if (kept == places_.end()) return nullptr;
  frames_.splice(frames_.begin(), frames_, kept->second);
  return &frames_.front();
}

const DecodedFrame& FrameCache::keep(DecodedFrame picture) {
  if (const auto old = places_.find(picture.number); old != places_.end()) drop(old->second);
  bytes_ += bytes_of(*picture.frame);
  frames_.push_front(std::move(picture));
  places_[frames_.front().number] = frames_.begin();
  while (bytes_ > capacity_bytes_ && frames_.size() > 1) drop(std::prev(frames_.end()));
  return frames_.front();
}

void FrameCache::clear() {
  frames_.clear();
  places_.clear();
  bytes_ = 0;
}

void FrameCache::drop(std::list<DecodedFrame>::iterator picture) {
  bytes_ -= bytes_of(*picture->frame);
  places_.erase(picture->number);
  frames_.erase(picture);
}

}  // namespace overlace
