// SPDX-License-Identifier: Apache-2.0
// Hides, in pictures that show other frames, what the graph hides in those frames.
#pragma once

#include <memory>
#include <vector>

#include "graph/analysis/redaction.h"
#include "io/read/video_reader.h"
#include "render/session.h"

namespace overlace {

/// Paints covers before a frame itself is drawn, and keeps a list of the pictures that need them.
/// One thread at a time.
class CoverPainter {
 public:
  /// `covers` draws what the graph's redacting nodes draw, and nothing else. Its replay is made on
  /// `device` when the first picture needs it.
  CoverPainter(std::shared_ptr<const Plan> covers, Device device)
      : covers_(std::move(covers)), device_(std::move(device)) {}

  /// Hides what `frame` may show of other frames. `picture` is called only if there is anything.
  void hide(const DecodedFrame& frame, const PictureSource& picture);

  /// The frames so far whose picture is not, or not certainly, their own, in order.
  [[nodiscard]] const std::vector<OtherPictures>& pictures() const { return pictures_; }

 private:
  std::shared_ptr<const Plan> covers_;
  Device device_;
  std::unique_ptr<Replay> replay_;
  std::vector<OtherPictures> pictures_;
};

}  // namespace overlace
