// SPDX-License-Identifier: Apache-2.0
// Takes frames along their routes: from the decoder to where they are drawn on, then to the
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

/// Executes FrameRoute. `to_drawing` and `drawable` are called by one thread, `to_encoder` by one
/// that may be another. All throw Error(out_of_memory), Error(unavailable).
class FrameRouter {
 public:
  /// `session` may be null.
  FrameRouter(const SinkFormat& sink, const VideoReader& source,
              const std::shared_ptr<const CudaSession>& session);

  /// The route of a frame that was just decoded; `draws_in` is the memory that the replay draws in.
  [[nodiscard]] FrameRoute route_of(const AVFrame& decoded, Memory draws_in) const;

  /// Does all the steps before `draw` that do not depend on whether the frame is drawn on.
  void to_drawing(FramePtr& frame, const FrameRoute& route);
  /// The picture to draw on; nobody else refers to it.
  [[nodiscard]] ImageView drawable(FramePtr& frame, const FrameRoute& route);
  void to_encoder(FramePtr& frame, const FrameRoute& route);

  /// What was done so far. Precondition: no frame is on its way.
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
  const AlphaKind alpha_;  ///< of the pictures that are drawn on
  const bool is_canvas_;   ///< all frames are equal, and so are all their rows
  FramePool pool_;
  FramePtr ground_;                             ///< a frame of the canvas, read as the ground
  std::optional<CudaTransfer> before_, after_;  ///< where there is a device
  FrameMoves moves_before_, moves_after_;       ///< by thread
};

}  // namespace overlace
