// SPDX-License-Identifier: Apache-2.0
// H.264 states an orientation with the first picture of a sequence only; picture files with each.
#include "io/read/frame_orientation.h"

#include <array>
#include <cstring>
#include <utility>

namespace overlace {

// The matrix maps a stored pixel (X, Y) to (m0 X + m3 Y, m1 X + m4 Y) on display.
std::optional<Orientation> orientation_of_matrix(const std::uint8_t* matrix) {
  std::array<std::int32_t, 9> m{};
  std::memcpy(m.data(), matrix, sizeof m);
  const bool straight = m[1] == 0 && m[3] == 0 && m[0] != 0 && m[4] != 0;
  const bool transposed = m[0] == 0 && m[4] == 0 && m[1] != 0 && m[3] != 0;
  if (straight) return Orientation{false, m[0] < 0, m[4] < 0};
  if (transposed) return Orientation{true, m[1] < 0, m[3] < 0};
  return std::nullopt;
}

Orientation compose(Orientation a, Orientation b) {
  if (a.transposed) std::swap(b.flip_x, b.flip_y);
  return {a.transposed != b.transposed, a.flip_x != b.flip_x, a.flip_y != b.flip_y};
}

Orientation FrameOrientation::take(AVFrame& frame) {
  const AVFrameSideData* stated = av_frame_get_side_data(&frame, AV_FRAME_DATA_DISPLAYMATRIX);
  if (stated != nullptr) {
    own_ = orientation_of_matrix(stated->data).value_or(Orientation{});
    av_frame_remove_side_data(&frame, AV_FRAME_DATA_DISPLAYMATRIX);
  } else if (frame.key_frame != 0) {
    own_.reset();
  }
  return own_.value_or(of_container_);
}

}  // namespace overlace
