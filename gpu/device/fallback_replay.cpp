// SPDX-License-Identifier: Apache-2.0
// Handing frames over to the second replay.
#include "gpu/device/fallback_replay.h"

#include <fmt/format.h>

#include <utility>

#include "gpu/device/picture_memory.h"

namespace overlace {
namespace {

/// Errors that another replay may not have. The others are faults of the plan or its input.
bool is_of_the_device(const Error& error) {
  return error.code() == ErrorCode::out_of_memory || error.code() == ErrorCode::unavailable ||
         error.code() == ErrorCode::internal;
}

}  // namespace

FallbackReplay::FallbackReplay(Fallback fallback)
    : fallback_(std::move(fallback)), first_(fallback_.make_first()), frames_(first_->slots()) {}

void FallbackReplay::submit(std::size_t slot, const FrameTime& time, const ImageView& picture) {
  Frame& frame = frames_[slot];
  frame = {.time = time, .picture = picture, .drawn = false, .stats = {}};
  if (second_ != nullptr) return draw_with_second(frame);
  attempt(frame, [&] { first_->submit(slot, time, picture); });
}

bool FallbackReplay::adopt(std::shared_ptr<const Plan> plan) {
  return second_ != nullptr && second_->adopt(std::move(plan));
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
    const bool within_reach = frame.picture.memory == Memory::host || fallback_.copy;
    if (!is_of_the_device(error) || !within_reach) throw;
    if (second_ == nullptr) {
      second_ = fallback_.make_second();
      fallback_.log(error);
    }
    draw_with_second(frame);
  }
}

void FallbackReplay::draw_with_second(Frame& frame) {
  frame.stats = frame.picture.memory == Memory::host ? second_->draw(frame.time, frame.picture)
                                                     : draw_on_copy(frame);
  frame.drawn = true;
}

ReplayStats FallbackReplay::draw_on_copy(const Frame& frame) {
  copy_.resize(device_picture_bytes(frame.picture));
  ImageView host = device_picture(frame.picture, copy_.data());
  host.memory = Memory::host;
  try {
    fallback_.copy(host, frame.picture);
  } catch (const Error& error) {
    throw Error(ErrorCode::unavailable,
                fmt::format("frame {} is lost in the memory of a GPU that has failed: {}",
                            frame.time.frame, error.problems().front().message),
                "use --device cpu");
  }
  const ReplayStats stats = second_->draw(frame.time, host);
  fallback_.copy(frame.picture, host);
  return stats;
}

std::unique_ptr<Replay> make_fallback_replay(Fallback fallback) {
  try {
    return std::make_unique<FallbackReplay>(fallback);
  } catch (const Error& error) {
    if (!is_of_the_device(error)) throw;
    fallback.log(error);
  }
  return fallback.make_second();
}

}  // namespace overlace
