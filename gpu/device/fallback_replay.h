// SPDX-License-Identifier: Apache-2.0
// A replay with a second one that takes over when the first fails.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "gpu/replay.h"
#include "graph/core/error.h"

namespace overlace {

/// Copies a picture between device and host memory, either way, and waits. Both have the same size
/// and format.
using PictureCopier = std::function<void(const ImageView& to, const ImageView& from)>;

/// How to make the two replays, and to hand over from one to the other.
struct Fallback {
  std::function<std::unique_ptr<Replay>()> make_first;
  /// Makes one that draws on host memory; called when it is first needed.
  std::function<std::unique_ptr<Replay>()> make_second;
  /// Receives the first replay's error when the second takes over.
  std::function<void(const Error&)> log;
  /// If empty, errors about pictures in device memory are rethrown.
  PictureCopier copy{};
};

/// Draws with one replay until it throws Error(out_of_memory), Error(unavailable) or
/// Error(internal), the last of which is how a failed kernel shows; the second draws that frame and
/// all submitted later. Both must give the same pictures, and the first must leave a picture that
/// it fails on unchanged. A picture in device memory is copied to the host, drawn on and copied
/// back; throws Error(unavailable) if the failed device can no longer be read.
class FallbackReplay final : public Replay {
 public:
  /// Throws what make_first throws.
  explicit FallbackReplay(Fallback fallback);

  /// The memory of the replay in use: after a failure, pictures are better brought to the host.
  Memory memory() const override { return (second_ ? second_ : first_)->memory(); }
  void set_stream(void* stream) override {
    if (second_ == nullptr) first_->set_stream(stream);
  }
  /// Only the second replay goes on: a first that is left for another is made anew.
  bool adopt(std::shared_ptr<const Plan> plan) override;
  std::size_t slots() const override { return frames_.size(); }
  void submit(std::size_t slot, const FrameTime& time, const ImageView& picture) override;
  ReplayStats finish(std::size_t slot) override;
  PixelRect bounds(const FrameTime& time) override {
    return (second_ ? second_ : first_)->bounds(time);
  }

 private:
  struct Frame {
    FrameTime time;
    ImageView picture;
    bool drawn = false;  ///< by the second replay
    ReplayStats stats;
  };
  template <class Draw>
  void attempt(Frame& frame, const Draw& draw);
  void draw_with_second(Frame& frame);
  ReplayStats draw_on_copy(const Frame& frame);

  Fallback fallback_;
  std::unique_ptr<Replay> first_, second_;  ///< the first is kept for frames in flight
  std::vector<Frame> frames_;               ///< by slot
  std::vector<std::byte> copy_;             ///< of a picture in device memory
};

/// A FallbackReplay, or the second replay if the first cannot even be made.
[[nodiscard]] std::unique_ptr<Replay> make_fallback_replay(Fallback fallback);

}  // namespace overlace
