// SPDX-License-Identifier: Apache-2.0
// Which frames an encoder makes key frames by itself shows only later, but one of the last
// `interval` frames is.
#include "io/write/key_frame_pacer.h"

#include <algorithm>

namespace overlace {

bool KeyFramePacer::is_due(std::int64_t pts, std::int64_t duration) {
  const std::size_t interval = shown_.size();
  shown_[frames_++ % interval] = pts;
  if (frames_ == 1) key_ = pts;
  if (frames_ >= interval) key_ = std::max(key_, shown_[frames_ % interval]);
  const std::int64_t next = pts + (duration > 0 ? duration : frame_);
  if (next - key_ <= longest_) return false;
  key_ = pts;
  return true;
}

}  // namespace overlace
