// SPDX-License-Identifier: Apache-2.0
// A replay that another one takes over from when it cannot go on.
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

/// The two replays, and what lies between them.
struct Fallback {
  std::function<std::unique_ptr<Replay>()> make_first;
  /// Of one that draws on host memory. Made when it is needed.
  std::function<std::unique_ptr<Replay>()> make_second;
  /// Hears of the first replay's error when the second takes over.
  std::function<void(const Error&)> log;
  /// Empty: errors about pictures in device memory are passed on.
  PictureCopier copy{};
};

/// Draws with one replay until that throws Error(out_of_memory), Error(unavailable) or
/// Error(internal), which is how a failed kernel shows; that frame and all after it are drawn by
/// the second. Both must give the same pictures, and the first must leave a picture alone that it
/// fails on. A picture in device memory is copied to the host, drawn on and copied back; throws
/// Error(unavailable) when the device has failed so that it cannot be read any more.
class FallbackReplay final : public Replay {
 public:
  /// Throws what make_first throws.
  explicit FallbackReplay(Fallback fallback);

  /// That of the replay which draws: from a failure on, pictures are better brought to the host.
  Memory memory() const override { return (second_ ? second_ : first_)->memory(); }
  void set_stream(void* stream) override {
    if (second_ == nullptr) first_->set_stream(stream);
  }
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
  std::unique_ptr<Replay> first_, second_;  ///< the first stays for frames that are in flight
  std::vector<Frame> frames_;               ///< by slot
  std::vector<std::byte> copy_;             ///< of a picture in device memory
};

/// A FallbackReplay, or the second replay where the first cannot even be made.
[[nodiscard]] std::unique_ptr<Replay> make_fallback_replay(Fallback fallback);

}  // namespace overlace
