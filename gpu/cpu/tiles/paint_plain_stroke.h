// SPDX-License-Identifier: Apache-2.0
// Fast paths for most strokes: those of one colour and width, with round ends.
#pragma once

#include "gpu/cpu/tiles/tile_context.h"
#include "gpu/kernels/stroke.h"

namespace overlace {

/// A plain stroke has one colour and one width, no dashes, no glow, and its ends are round.
OVL_FN bool is_plain(const Item& stroke) {
  return stroke.detail == StrokeDetail::none && !(stroke.glow_radius > 0);
}
OVL_FN bool is_cut(const Segment& segment) {
  return ((segment.start_end | segment.end_end) & butt_end) != 0;
}
template <class L>
OVL_FN PixelProfile<L> profile_along(const Segment& segment) {
  const auto profile = pixel_profile(segment.direction.y, segment.direction.x);
  return {L(profile.slope), L(profile.inner), L(profile.outer), L(profile.scale)};
}

/// Paints blocks of a plain stroke that see only one segment, not cut straight: beside the chord,
/// one normal serves all pixels, and the root of a correctly rounded square is the number itself.
/// Returns the blocks with pixels beyond an end of the chord, which are left out.
template <bool thin, class L>
BlockSet paint_beside_chord(TileContext<L>& tile, const Item& item, const Segment& segment,
                            BlockSet blocks) {
  const PixelProfile<L> profile = profile_along<L>(segment);
  const ChordView<L> chord(segment);
  const L half(item.half_width);
  BlockSet ends;
  tile.cover(blocks, item.stroke, [=, &tile, &ends](int block) OVL_INLINE {
    const L rx = tile.pixel_x(block) - chord.x, ry = tile.pixel_y(block) - chord.y;
    const L t = chord.along(rx, ry);
    const bool beyond = any((t < L(0.0F)) | (t > chord.length));
    ends.add_if(beyond, block);
    return kept_if(!beyond, slab_coverage(half, abs(chord.across(rx, ry, t)), profile, thin));
  });
  return ends;
}

/// Paints blocks of a plain stroke that see two smoothly joined segments: each pixel takes the
/// normal of the nearer one. Leaves out, and returns, the blocks that see the cap of another end.
template <bool thin, class L>
BlockSet paint_at_joint(TileContext<L>& tile, const Item& item, const Segment& first,
                        const Segment& second, BlockSet blocks) {
  constexpr float never = 1e30F;
  const PixelProfile<L> a = profile_along<L>(first), b = profile_along<L>(second);
  const ChordView<L> one(first), two(second);
  const L half(item.half_width), start(first.start_end == smooth_end ? -never : 0.0F),
      end(second.end_end == smooth_end ? never : second.length);
  BlockSet caps;
  tile.cover(blocks, item.stroke, [=, &tile, &caps](int block) OVL_INLINE {
    const L x = tile.pixel_x(block), y = tile.pixel_y(block);
    const auto p = one.place(x, y), q = two.place(x, y);
    const bool beyond = any((p.t < start) | (q.t > end));
    caps.add_if(beyond, block);
    const L square = distance2(p), other = distance2(q);
    const auto nearer = other < square;
    const PixelProfile<L> profile{
        select(nearer, b.slope, a.slope), select(nearer, b.inner, a.inner),
        select(nearer, b.outer, a.outer), select(nearer, b.scale, a.scale)};
    return kept_if(!beyond,
                   slab_coverage(half, sqrt(select(nearer, other, square)), profile, thin));
  });
  return caps;
}

}  // namespace overlace
