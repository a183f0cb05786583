// SPDX-License-Identifier: Apache-2.0
// What the plans of a live clip hand on, frame by frame: each is made for one frame and a window of
// tracks around it, and what was drawn before the window must still hold.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace overlace {

class LiveLinks;  // gpu/live_links.h

/// What one node remembers of the frames of a live clip that were drawn before. A plan reads what
/// an earlier frame left, and leaves its own: drawing a frame twice reads the same twice. For one
/// thread at a time.
class NodeMemory {
 public:
  static constexpr std::int32_t no_frame = std::numeric_limits<std::int32_t>::min();

  /// Moves to a frame, not before the last one.
  void begin(std::int32_t frame) {
    if (frame == frame_) return;
    if (left_) before_ = {frame_, std::move(left_)};
    left_.reset();
    frame_ = frame;
  }
  /// The frame being drawn.
  [[nodiscard]] std::int32_t frame() const { return frame_; }
  /// The last earlier frame that left something; no_frame if there is none.
  [[nodiscard]] std::int32_t frame_before() const { return before_.frame; }
  /// What it left; null if there is none. A node always leaves values of one type T.
  template <class T>
  [[nodiscard]] const T* before() const {
    return static_cast<const T*>(before_.value.get());
  }
  /// Leaves a value for the next frame.
  template <class T>
  void leave(T value) {
    left_ = std::make_shared<T>(std::move(value));
  }

 private:
  struct Left {
    std::int32_t frame = no_frame;
    std::shared_ptr<void> value;
  };
  std::int32_t frame_ = no_frame;
  Left before_;
  std::shared_ptr<void> left_;  ///< by this frame
};

/// The memories of a live clip's nodes and links.
struct LiveMemory {
  std::int32_t frame = NodeMemory::no_frame;  ///< to be drawn
  std::shared_ptr<LiveLinks> links{};
  std::map<std::string, std::shared_ptr<NodeMemory>> nodes{};  ///< by label

  /// The memory of a node in a plan that draws it as it was `frames_ago`.
  [[nodiscard]] std::shared_ptr<NodeMemory> of(const std::string& label, std::int32_t frames_ago) {
    std::shared_ptr<NodeMemory>& node = nodes[label];
    if (node == nullptr) node = std::make_shared<NodeMemory>();
    node->begin(frame - frames_ago);
    return node;
  }
};

}  // namespace overlace
