// SPDX-License-Identifier: Apache-2.0
// A replay that another one takes over from when it cannot go on.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "gpu/replay.h"
#include "graph/core/error.h"

namespace overlace {

/// Draws with one replay until that throws Error(out_of_memory) or Error(unavailable) for a picture
/// in host memory; that frame and all after it are drawn by the second, which is made then. Both
/// must give the same pictures, and the first must leave a picture alone that it fails on. Errors
/// about pictures in device memory are passed on.
class FallbackReplay final : public Replay {
 public:
  /// `say` (may not be empty) hears of the first replay's error when the second takes over.
  FallbackReplay(std::unique_ptr<Replay> first,
                 std::function<std::unique_ptr<Replay>()> make_second,
                 std::function<void(const Error&)> say);

  Memory memory() const override { return first_->memory(); }
  std::size_t slots() const override { return frames_.size(); }
  void submit(std::size_t slot, const FrameTime& time, const ImageView& picture) override;
  ReplayStats finish(std::size_t slot) override;

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

  std::unique_ptr<Replay> first_, second_;  ///< the first stays for frames that are under way
  std::function<std::unique_ptr<Replay>()> make_second_;
  std::function<void(const Error&)> say_;
  std::vector<Frame> frames_;  ///< by slot
};

}  // namespace overlace
