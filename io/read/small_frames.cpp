// SPDX-License-Identifier: Apache-2.0
// Scaled by swscale, quickly.
#include "io/read/small_frames.h"

#include <utility>

#include "io/av/av.h"

namespace overlace {

SmallFrames::SmallFrames(FrameStore& frames, std::size_t capacity_bytes)
    : frames_(frames), scaled_(capacity_bytes), color_(frames.reader().info().color) {
  color_.siting = ChromaSiting::left;
}

SmallFrames::~SmallFrames() {
  frames_.on_decoded({});
}

void SmallFrames::resize(Size size) {
  if (scaler_ && size == size_) return;
  size_ = size;
  scaled_.clear();
  last_.reset();
  scaler_.emplace(ConvertTarget{
      .format = AV_PIX_FMT_YUV420P, .color = color_, .accurate = false, .size = size});
  finisher_.emplace(
      ConvertTarget{.format = AV_PIX_FMT_YUV420P, .color = color(), .accurate = false});
  frames_.on_decoded([this](const DecodedFrame& picture) { keep(picture); });
}

const DecodedFrame& SmallFrames::keep(const DecodedFrame& picture) {
  return scaled_.keep(
      with_pixels(picture, scaler_->convert(*picture.frame, frames_.reader().info().color)));
}

const DecodedFrame& SmallFrames::scaled(std::int32_t number, Deadline deadline) {
  if (const DecodedFrame* kept = scaled_.find(number)) return *kept;
  const DecodedFrame full = frames_.towards(number, deadline);
  const DecodedFrame* kept = scaled_.find(full.number);  // scaled when it was decoded
  return kept != nullptr ? *kept : keep(full);
}

DecodedFrame SmallFrames::towards(std::int32_t number, Deadline deadline) {
  if (last_ && last_->number == number) return shared(*last_);
  const DecodedFrame& picture = scaled(number, deadline);
  last_ = with_pixels(picture, finisher_->convert(*picture.frame, color_));
  return shared(*last_);
}

}  // namespace overlace
