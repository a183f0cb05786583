// SPDX-License-Identifier: Apache-2.0
// Another frame's covers are drawn as at that frame's number, at this frame's time.
#include "render/cover_painter.h"

#include <algorithm>
#include <optional>

namespace overlace {
namespace {

/// The most frames whose covers are painted on one picture. Damage without a key frame after it
/// spreads to the clip's end, and its pictures do not count as hidden anyway.
constexpr std::int32_t most_covered = 500;

std::optional<OtherPictures::Kind> other_picture_kind(const DecodedFrame& frame) {
  using Kind = OtherPictures::Kind;
  if (frame.shown.origin == PictureOrigin::concealed) return Kind::concealed;
  if (frame.scaled) return Kind::scaled;
  if (frame.shown.origin == PictureOrigin::stand_in) return Kind::stand_in;
  return std::nullopt;
}

}  // namespace

void CoverPainter::hide(const DecodedFrame& frame, const PictureSource& picture) {
  const std::int32_t number = frame.time.frame;
  const bool is_own = frame.shown.origin == PictureOrigin::own;
  const FrameSpan others = is_own ? FrameSpan{number, number} : frame.shown.others;
  if (const auto kind = other_picture_kind(frame))
    add_picture(pictures_, {*kind, number, number, others.first, others.last});
  if (is_own) return;
  if (!replay_) replay_ = device_(covers_);
  const ImageView view = picture();
  for (std::int32_t other = std::max(others.first, others.last - most_covered);
       other <= others.last; ++other)
    if (other != number) replay_->draw({other, frame.time.shown_s}, view);
}

}  // namespace overlace
