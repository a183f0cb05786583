// SPDX-License-Identifier: Apache-2.0
// The host's part: planes row by row.
#include "gpu/callers_memory.h"

#include <cstring>

#include "gpu/device/picture_memory.h"

namespace overlace {

void copy_on_host(const ImageView& to, const ImageView& from) {
  copy_picture(to, from);
}

void clear_on_host(const ImageView& to) {
  const PixelRect held = to.held();
  const auto extents = plane_extents(to.format, {held.width, held.height});
  for (std::size_t i = 0; i < extents.size(); ++i)
    for (std::size_t y = 0; y < extents[i].rows; ++y)
      std::memset(to.planes[i].data + static_cast<std::ptrdiff_t>(y) * to.planes[i].stride, 0,
                  extents[i].row_bytes);
}

}  // namespace overlace
