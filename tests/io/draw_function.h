// SPDX-License-Identifier: Apache-2.0
// Functions that stand in for a replay.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "render/transcode.h"

namespace overlace {

using DrawFrame = std::function<void(const FrameTime& time, const ImageView& picture)>;

/// Draws by calling a function. With several slots, it draws only in finish(), as a device might.
class DrawFunction final : public Replay {
 public:
  explicit DrawFunction(DrawFrame draw, std::size_t slots = 1, Memory memory = Memory::host)
      : draw_(std::move(draw)), memory_(memory), frames_(slots) {}

  Memory memory() const override { return memory_; }
  std::size_t slots() const override { return frames_.size(); }
  void submit(std::size_t slot, const FrameTime& time, const ImageView& picture) override {
    if (frames_.size() == 1) draw_(time, picture);
    frames_[slot] = {time, picture};
  }
  ReplayStats finish(std::size_t slot) override {
    if (frames_.size() > 1) draw_(frames_[slot].first, frames_[slot].second);
    return {};
  }
  PixelRect bounds(const FrameTime&) override { return {}; }

 private:
  DrawFrame draw_;
  Memory memory_;
  std::vector<std::pair<FrameTime, ImageView>> frames_;
};

inline TranscodeResult transcode(VideoReader& reader, const TranscodeOptions& options,
                                 const DrawFrame& draw,
                                 const std::function<void(const TranscodeProgress&)>& progress = {},
                                 const std::atomic<bool>* stop = nullptr) {
  DrawFunction replay(draw);
  return transcode(reader, options, replay, progress, stop);
}

}  // namespace overlace
