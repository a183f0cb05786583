// SPDX-License-Identifier: Apache-2.0
// Reads the signs that libav's frames carry.
#include "io/read/picture_origins.h"

#include <algorithm>

#include "io/read/stream_facts.h"

namespace overlace {
namespace {

// Where pictures are refreshed bit by bit, decoders mark the first as a key frame.
bool is_key(const AVFrame& frame) {
  return frame.key_frame != 0 && frame.pict_type == AV_PICTURE_TYPE_I;
}

}  // namespace

bool has_errors(const AVFrame& frame) {
  return frame.decode_error_flags != 0 || (frame.flags & AV_FRAME_FLAG_CORRUPT) != 0;
}

PictureOrigins::PictureOrigins(std::int32_t first, std::int32_t start, AVCodecID codec,
                               const ImageFiles* pictures)
    : spread_(first, first + start, !is_intra_only(codec)), pictures_(pictures) {}

ShownFrames PictureOrigins::next(const FrameRepair::Turn& turn, std::int32_t number,
                                 const Troubles& troubles, const FrameDecoder& decoder) {
  constexpr std::int64_t most_lost = 1 << 20;
  const int reordered = decoder.load().reordered;
  if (!lost_at_start_) lost_at_start_ = troubles.all > 0 ? troubles.lost_at_start : 0;
  const std::int64_t lost = std::min(troubles.lost + *lost_at_start_, most_lost);
  const FrameSigns signs{.number = number,
                         .is_key = is_key(*turn.frame),
                         .is_broken = has_errors(*turn.frame),
                         .troubles = troubles.all,
                         .lost = static_cast<std::int32_t>(lost)};
  if (turn.ahead > 0) return spread_.stand_in(signs, reordered, number + turn.ahead, {});
  if (turn.stands_in) return spread_.stand_in(signs, reordered, latest_.first, latest_.second);
  ShownFrames shown = spread_.decoded(signs, reordered);
  const std::int64_t stamp = turn.frame->best_effort_timestamp;
  if (pictures_ != nullptr && pictures_->is_stand_in(stamp))
    shown =
        standing_in(number + pictures_->shown_at(stamp) - static_cast<std::int32_t>(stamp), shown);
  latest_ = {number, shown};
  return shown;
}

ShownFrames PictureOrigins::deinterlaced(std::int32_t number, const ShownFrames& own,
                                         const ShownFrames& after) {
  const ShownFrames all = blended(number, before_, own, after);
  before_ = own;
  return all;
}

}  // namespace overlace
