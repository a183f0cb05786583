// SPDX-License-Identifier: Apache-2.0
// Follows the frames of a video in display order, and says whose pictures they show.
#pragma once

#include <optional>
#include <utility>

#include "io/frames/frame_decoder.h"
#include "io/read/frame_repair.h"
#include "io/read/image_files.h"
#include "io/read/shown_frames.h"

namespace overlace {

/// True for a frame that was decoded with errors.
[[nodiscard]] bool has_errors(const AVFrame& frame);

/// One for each run over a video.
class PictureOrigins {
 public:
  /// `first`: number of the clip's first frame; the run begins `start` frames later. `pictures`, if
  /// not null, fill their gaps with each other, and must outlive it.
  PictureOrigins(std::int32_t first, std::int32_t start, AVCodecID codec,
                 const ImageFiles* pictures);

  /// What has gone wrong so far, in decoding order.
  struct Troubles {
    std::int64_t all = 0;
    std::int64_t lost = 0;           ///< packets whose frames are lost with nothing in their place
    std::int64_t lost_at_start = 0;  ///< the same before the first frame, if there is damage there
  };
  /// What the next frame, `number`, shows.
  [[nodiscard]] ShownFrames next(const FrameRepair::Turn& turn, std::int32_t number,
                                 const Troubles& troubles, const FrameDecoder& decoder);
  /// What the next frame shows that a de-interlacer has finished, out of frames as `next` gave
  /// them: `own` and the one `after` it.
  [[nodiscard]] ShownFrames deinterlaced(std::int32_t number, const ShownFrames& own,
                                         const ShownFrames& after);

 private:
  DamageSpread spread_;
  std::optional<std::int64_t> lost_at_start_;
  const ImageFiles* pictures_;
  /// The latest frame that is not a stand-in for a lost one.
  std::pair<std::int32_t, ShownFrames> latest_{};
  ShownFrames before_{};  ///< of the latest frame that was de-interlaced
};

}  // namespace overlace
