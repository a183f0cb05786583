// SPDX-License-Identifier: Apache-2.0
// Pairs what is known of each frame with the pixels that the normalizer made.
#include "io/read/prepared_frames.h"

#include <utility>

#include "io/read/stream_facts.h"

namespace overlace {

PreparedFrames::PreparedFrames(const AVFrame& first, const AVStream& stream,
                               const ReaderOptions& options)
    : fields_(field_order_of(first)),
      coded_size_{first.width, first.height},
      normalizer_(first, stream, options) {}

void PreparedFrames::put(DecodedFrame picture, FramePtr frame, PictureOrigins& origins) {
  waiting_.push_back(std::move(picture));
  prepare(std::move(frame), origins);
}

// A null frame ends the stream.
void PreparedFrames::prepare(FramePtr frame, PictureOrigins& origins) {
  normalizer_.put(std::move(frame));
  while (FramePtr made = normalizer_.take()) {
    DecodedFrame& picture = ready_.emplace_back(std::move(waiting_.front()));
    waiting_.pop_front();
    if (normalizer_.deinterlaces())
      picture.shown = origins.deinterlaced(picture.time.frame, picture.shown,
                                           waiting_.empty() ? ShownFrames{} : waiting_[0].shown);
    picture.frame = std::move(made);
  }
}

DecodedFrame PreparedFrames::take() {
  DecodedFrame picture = std::move(ready_.front());
  ready_.pop_front();
  return picture;
}

std::int32_t PreparedFrames::first_number(std::int32_t otherwise) const {
  if (!ready_.empty()) return ready_.front().number;
  return waiting_.empty() ? otherwise : waiting_.front().number;
}

void PreparedFrames::restart(std::int32_t number) {
  normalizer_.restart(number);
  waiting_.clear();
  ready_.clear();
}

}  // namespace overlace
