// SPDX-License-Identifier: Apache-2.0
// Compares rows of tiles, and copies them.
#include "gpu/cpu/alike_rows.h"

#include <algorithm>
#include <cstring>

#include "gpu/cpu/upright_spans.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

void AlikeRows::find(const SceneParts& scene) {
  const SceneView view = scene.view();
  alike_.assign(static_cast<std::size_t>(scene.rows()), 0);
  bool was_upright = false;
  for (int row = 0; row < scene.rows(); ++row) {
    bool upright = !scene.is_empty(row);
    scene.for_each_span(row, [&](std::uint32_t part, const Span& span) {
      upright = upright && is_upright(view.item({part, span.segment}), row * tile_height);
    });
    alike_[static_cast<std::size_t>(row)] =
        upright && was_upright && scene.has_same_spans(row - 1, row) ? 1 : 0;
    was_upright = upright;
  }
}

std::size_t repeat_tiles(const Target& layer, int row) {
  const int width = layer.size.width;
  const auto repeat = [row](auto* marks, int count) {
    std::copy_n(marks + std::ptrdiff_t{row} * count, count,
                marks + std::ptrdiff_t{row + 1} * count);
  };
  repeat(layer.occupied, layer_tiles(width));
  repeat(layer.blocks, block_marks_across(width));
  auto* const pixels = reinterpret_cast<std::uint16_t*>(layer.component[0].data);
  constexpr std::size_t tile_bytes = sizeof(std::uint16_t) << (2 * log2_layer_tile);
  std::size_t bytes = 0;
  for (int x = 0, y = row * layer_tile; x < width; x += layer_tile) {
    const std::uint8_t mark =
        layer.occupied[std::ptrdiff_t{row} * layer_tiles(width) + (x >> log2_layer_tile)];
    if (mark == 0 || is_opaque_tile(mark)) continue;
    std::memcpy(pixels + alpha_place(width, x, y + layer_tile), pixels + alpha_place(width, x, y),
                tile_bytes);
    bytes += tile_bytes;
  }
  return bytes;
}

}  // namespace overlace
