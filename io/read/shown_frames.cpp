// SPDX-License-Identifier: Apache-2.0
// Where it is not certain what a picture shows, more frames are named than it may show.
#include "io/read/shown_frames.h"

#include <algorithm>

namespace overlace {
namespace {

/// The most pictures that a decoder holds (H.264, A.3.1; HEVC, A.4.2): it conceals damage by any of
/// them, or leaves in place what its memory held before.
constexpr std::int32_t held_pictures = 16;

FrameSpan hull(FrameSpan a, FrameSpan b) {
  return {std::min(a.first, b.first), std::max(a.last, b.last)};
}

}  // namespace

ShownFrames standing_in(std::int32_t other, const ShownFrames& shown) {
  const FrameSpan itself{other, other};
  if (shown.origin == PictureOrigin::own) return {PictureOrigin::stand_in, itself};
  return {std::max(shown.origin, PictureOrigin::stand_in), hull(itself, shown.others)};
}

ShownFrames blended(std::int32_t number, const ShownFrames& before, const ShownFrames& own,
                    const ShownFrames& after) {
  ShownFrames all{PictureOrigin::blended, {number - 1, number + 1}};
  for (const ShownFrames& part : {before, own, after}) {
    if (part.origin == PictureOrigin::own) continue;
    all.origin = std::max(all.origin, part.origin);
    all.others = hull(all.others, part.others);
  }
  return all;
}

std::int32_t DamageSpread::reach_of(std::int32_t number) const {
  const std::int32_t held = std::max(number - held_pictures, first_);
  return is_predicted_ ? std::min(last_key_, held) : held;
}

// A key frame ends the damage if it is decoded after it. Frames that are decoded before it and
// shown after it are at most `reordered`.
void DamageSpread::follow(const FrameSigns& signs, int reordered) {
  quiet_ = signs.troubles > troubles_ ? 0 : quiet_ + 1;
  troubles_ = std::max(troubles_, signs.troubles);
  if (!is_predicted_) return;
  if (quiet_ == 0 && !begin_) begin_ = reach_of(signs.number);
  const bool ends = signs.is_key && !signs.is_broken && quiet_ > reordered;
  if (ends) begin_.reset();
  if (signs.is_key && !begin_) last_key_ = signs.number;
}

ShownFrames DamageSpread::picture(const FrameSigns& signs, int reordered) const {
  FrameSpan others{signs.number, signs.number + signs.lost};
  if (begin_ || signs.is_broken)
    others = hull(others, {begin_.value_or(reach_of(signs.number)), others.last + reordered});
  else if (signs.lost == 0)
    return {};
  return {PictureOrigin::concealed, others};
}

ShownFrames DamageSpread::decoded(const FrameSigns& signs, int reordered) {
  follow(signs, reordered);
  return picture(signs, reordered);
}

ShownFrames DamageSpread::stand_in(const FrameSigns& signs, int reordered, std::int32_t neighbour,
                                   const std::optional<ShownFrames>& shown) {
  follow(signs, reordered);
  if (shown) return standing_in(neighbour, *shown);
  FrameSigns later = signs;
  later.number = neighbour;
  return standing_in(neighbour, picture(later, reordered));
}

}  // namespace overlace
