// SPDX-License-Identifier: Apache-2.0
// The boxes of a picture, plane by plane.
#include "bench/peers/plane_parts.h"

#include <cstring>

#include "bench/peers/places.h"

namespace overlace {

void PlanePartsPeer::prepare(std::span<const std::byte> nv12, const PeerEffect& effect) {
  picture_.assign(nv12.begin(), nv12.end());
  const auto luma_bytes =
      static_cast<std::size_t>(size_.width) * static_cast<std::size_t>(size_.height);
  parts_.clear();
  for (const PixelRect& box : effect.boxes)
    for (const int scale : {1, 2})
      parts_.push_back({picture_.data() + (scale == 1 ? 0 : luma_bytes),
                        {size_.width / scale, size_.height / scale},
                        scale,
                        scale,
                        in_samples(box, scale)});
  take(effect, parts_);
}

void PlanePartsPeer::run() {
  for (std::size_t i = 0; i < parts_.size(); ++i) change(i);
}

void PlanePartsPeer::put(std::size_t i, const void* made, std::size_t stride) const {
  const PlanePart& part = parts_[i];
  const auto* from = static_cast<const std::byte*>(made);
  std::byte* to = part.plane + static_cast<std::size_t>(part.box.y) * part.row_bytes() +
                  static_cast<std::size_t>(part.box.x * part.channels);
  for (int y = 0; y < part.box.height; ++y, from += stride, to += part.row_bytes())
    std::memcpy(to, from, part.made_bytes());
}

}  // namespace overlace
