// SPDX-License-Identifier: Apache-2.0
// Key frames by time, where frames are not equally far apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace overlace {

/// An encoder makes at least every `interval`-th frame a key frame. Where that many frames take
/// longer than they should, the pacer asks for key frames between them.
class KeyFramePacer {
 public:
  /// All times are in the same ticks; `frame` is a frame's nominal duration.
  KeyFramePacer(int interval, std::int64_t longest, std::int64_t frame)
      : shown_(static_cast<std::size_t>(interval)), longest_(longest + frame / 2), frame_(frame) {}

  /// Whether the next frame, shown at `pts`, must be a key frame: the one after it would come too
  /// late. `duration` is its own, or 0 if it is not known.
  [[nodiscard]] bool is_due(std::int64_t pts, std::int64_t duration);

 private:
  std::vector<std::int64_t> shown_;  ///< of the last frames, by their number modulo its size
  std::size_t frames_ = 0;           ///< so far
  std::int64_t longest_, frame_;
  std::int64_t key_ = 0;  ///< when a key frame was last due
};

}  // namespace overlace
