// SPDX-License-Identifier: Apache-2.0
// Frames are references to the decoder's own: keeping one copies no pixels.
#include "io/read/frame_store.h"

#include <fmt/format.h>

#include <utility>

#include "io/av/av.h"

namespace overlace {
namespace {

ReaderOptions in_software(ReaderOptions options) {
  options.hardware = {};
  return options;
}

std::size_t bytes_of(const AVFrame& frame) {
  std::size_t bytes = 0;
  for (const AVBufferRef* buffer : frame.buf)
    if (buffer != nullptr) bytes += buffer->size;
  return bytes;
}

DecodedFrame shared(const DecodedFrame& picture) {
  FramePtr frame = make_frame();
  check_av(av_frame_ref(frame.get(), picture.frame.get()), ErrorCode::out_of_memory,
           "keeping a frame");
  return {std::move(frame), picture.number, picture.pts,   picture.duration,
          picture.time,     picture.shown,  picture.scaled};
}

}  // namespace

FrameStore::FrameStore(const std::string& path, ReaderOptions options, std::size_t capacity_bytes)
    : reader_(path, in_software(std::move(options))), capacity_bytes_(capacity_bytes) {}

DecodedFrame FrameStore::frame(std::int32_t number) {
  if (const auto kept = places_.find(number); kept != places_.end()) {
    frames_.splice(frames_.begin(), frames_, kept->second);
    return shared(frames_.front());
  }
  const std::int32_t begin = number == next_ ? number : reader_.begins_at(number);
  if (begin != next_) reader_.seek(begin);
  DecodedFrame picture;
  while (reader_.read(picture)) {
    next_ = picture.number + 1;
    ++decoded_;
    const std::int32_t got = picture.number;
    keep(std::move(picture));
    if (got == number) return shared(frames_.front());
    if (got > number) break;
  }
  throw Error(ErrorCode::usage, fmt::format("there is no frame {}", number), "",
              SourceLocation{reader_.path()});
}

void FrameStore::keep(DecodedFrame picture) {
  if (const auto old = places_.find(picture.number); old != places_.end()) {
    bytes_ -= bytes_of(*old->second->frame);
    frames_.erase(old->second);
  }
  bytes_ += bytes_of(*picture.frame);
  frames_.push_front(std::move(picture));
  places_[frames_.front().number] = frames_.begin();
  make_room();
}

void FrameStore::make_room() {
  while (bytes_ > capacity_bytes_ && frames_.size() > 1) {
    bytes_ -= bytes_of(*frames_.back().frame);
    places_.erase(frames_.back().number);
    frames_.pop_back();
  }
}

}  // namespace overlace
