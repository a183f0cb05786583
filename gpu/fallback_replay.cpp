// SPDX-License-Identifier: Apache-2.0
// Taking over between two frames.
#include "gpu/fallback_replay.h"

#include <utility>

namespace overlace {

FallbackReplay::FallbackReplay(std::unique_ptr<Replay> first,
                               std::function<std::unique_ptr<Replay>()> make_second,
                               std::function<void(const Error&)> say)
    : first_(std::move(first)),
      make_second_(std::move(make_second)),
      say_(std::move(say)),
      frames_(first_->slots()) {}

void FallbackReplay::submit(std::size_t slot, const FrameTime& time, const ImageView& picture) {
  Frame& frame = frames_[slot];
  frame = {.time = time, .picture = picture, .drawn = false, .stats = {}};
  if (second_ != nullptr && picture.memory == Memory::host) return draw_with_second(frame);
  attempt(frame, [&] { first_->submit(slot, time, picture); });
}

ReplayStats FallbackReplay::finish(std::size_t slot) {
  Frame& frame = frames_[slot];
  if (!frame.drawn) attempt(frame, [&] { frame.stats = first_->finish(slot); });
  return frame.stats;
}

template <class Draw>
void FallbackReplay::attempt(Frame& frame, const Draw& draw) {
  try {
    draw();
  } catch (const Error& error) {
    const bool passing =
        error.code() == ErrorCode::out_of_memory || error.code() == ErrorCode::unavailable;
    if (!passing || frame.picture.memory != Memory::host) throw;
    if (second_ == nullptr) {
      second_ = make_second_();
      say_(error);
    }
    draw_with_second(frame);
  }
}

void FallbackReplay::draw_with_second(Frame& frame) {
  frame.stats = second_->draw(frame.time, frame.picture);
  frame.drawn = true;
}

}  // namespace overlace
