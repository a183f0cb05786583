// SPDX-License-Identifier: Apache-2.0
// An item is upright away from its corners and its upper and lower edges.
#include "gpu/cpu/tiles/upright_spans.h"

#include "gpu/kernels/shape.h"

namespace overlace {

bool is_upright(const Item& item, int top) {
  if (item.group != no_group) return false;
  if (item.kind == ItemKind::fill) return true;
  if (item.kind != ItemKind::box || item.brackets != 0) return false;
  const float corner = box_reach(item).corner;
  return item.rect.top + corner <= static_cast<float>(top) &&
         item.rect.bottom - corner >= static_cast<float>(top + tile_height);
}

void find_upright_spans(const SceneView& scene, std::span<const SegmentRef> refs, int top,
                        std::vector<std::uint64_t>& spans) {
  constexpr std::size_t word_bits = 64;
  spans.assign((refs.size() + word_bits - 1) / word_bits, 0);
  for (std::size_t i = 0; i < refs.size(); ++i)
    spans[i / word_bits] |= std::uint64_t{is_upright(scene.item(refs[i]), top)} << (i % word_bits);
}

}  // namespace overlace
