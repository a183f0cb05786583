// SPDX-License-Identifier: Apache-2.0
// Takes frames along their routes: from the decoder to where they are drawn on, and on to the
// encoder.
#pragma once

#include <memory>
#include <optional>

#include "graph/data/image.h"
#include "io/cuda/cuda_frames.h"
#include "io/frames/frame_converter.h"
#include "io/frames/frame_pool.h"
#include "io/write/frame_sink.h"
#include "render/frame_route.h"

namespace overlace {

/// The executor of FrameRoute. `to_drawing` and `drawable` serve one thread, `to_encoder` one that
/// may be another. All throw Error(out_of_memory), Error(unavailable).
class FrameRouter {
 public:
  /// `session` may be null.
  FrameRouter(const SinkFormat& sink, const VideoReader& source,
              const std::shared_ptr<const CudaSession>& session);

  /// The way of a frame that was just decoded; `draws_in` is the memory of the replay.
  [[nodiscard]] FrameRoute route_of(const AVFrame& decoded, Memory draws_in) const;

  /// All that is done whether the frame is drawn on or not.
  void to_drawing(FramePtr& frame, const FrameRoute& route);
  /// The picture to draw on; nobody else looks at it.
  [[nodiscard]] ImageView drawable(FramePtr& frame, const FrameRoute& route);
  void to_encoder(FramePtr& frame, const FrameRoute& route);

  /// What was done. Precondition: no frame is on its way.
  [[nodiscard]] FrameMoves moves() const;

 private:
  void apply(FrameStep step, FramePtr& frame, std::optional<CudaTransfer>& transfer,
             FrameMoves& moves);
  [[nodiscard]] FramePtr transparent(const AVFrame& like);
  [[nodiscard]] FramePtr without_pixels(const AVFrame& like, AVPixelFormat format);
  [[nodiscard]] ImageView on_ground(FramePtr& frame);

  const SinkFormat sink_;
  const ColorSpec source_color_;
  FrameConverter converter_;
  const bool is_canvas_;  ///< frames are alike, and so are their rows
  FramePool pool_;
  FramePtr ground_;                             ///< a frame of the canvas
  std::optional<CudaTransfer> before_, after_;  ///< where there is a device
  FrameMoves moves_before_, moves_after_;       ///< by thread
};

}  // namespace overlace
