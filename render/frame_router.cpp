// SPDX-License-Identifier: Apache-2.0
// Executes routes step by step.
#include "render/frame_router.h"

#include <algorithm>
#include <utility>

#include "io/frames/alpha.h"
#include "io/frames/pixel_format.h"

namespace overlace {

FrameRouter::FrameRouter(const SinkFormat& sink, const VideoReader& source,
                         const std::shared_ptr<const CudaSession>& session)
    : sink_(sink),
      source_color_(source.info().color),
      converter_({static_cast<AVPixelFormat>(sink.av_format), sink.color}),
      alpha_(sink.overlay_only ? AlphaKind::premultiplied : source.info().alpha),
      is_canvas_(is_canvas(source.stream())) {
  if (!session) return;
  before_.emplace(session);
  after_.emplace(session);
}

FrameRoute FrameRouter::route_of(const AVFrame& decoded, Memory draws_in) const {
  return FrameRoute({.decoded_on_device = on_cuda(decoded),
                     .draws_on_device = draws_in == Memory::cuda,
                     .encodes_on_device = sink_.pool != nullptr,
                     .same_format = software_format(decoded) == sink_.av_format &&
                                    source_color_.range == sink_.color.range,
                     .overlay_only = sink_.overlay_only});
}

void FrameRouter::apply(FrameStep step, FramePtr& frame, std::optional<CudaTransfer>& transfer,
                        FrameMoves& moves) {
  switch (step) {
    case FrameStep::download:
      frame = transfer.value().download(*frame);
      ++moves.downloaded;
      return;
    case FrameStep::upload:
      frame = transfer.value().upload(*frame, *sink_.pool);
      ++moves.uploaded;
      return;
    case FrameStep::clear:
      frame = transparent(*frame);
      return;
    case FrameStep::convert:
      frame = converter_.convert(*frame, source_color_);
      ++moves.converted;
      return;
    case FrameStep::copy:
    case FrameStep::draw:
    case FrameStep::encode:
      return;  // at the first picture that is asked for; by the replay; by the sink
  }
}

FramePtr FrameRouter::without_pixels(const AVFrame& like, AVPixelFormat format) {
  FramePtr frame = pool_.get(format, {like.width, like.height});
  check_av(av_frame_copy_props(frame.get(), &like), ErrorCode::internal, "frame properties");
  return frame;
}

FramePtr FrameRouter::transparent(const AVFrame& like) {
  FramePtr frame = without_pixels(like, static_cast<AVPixelFormat>(sink_.av_format));
  tag_frame(*frame, sink_.color);
  make_transparent(view_of(*frame, sink_.color));
  return frame;
}

void FrameRouter::to_drawing(FramePtr& frame, const FrameRoute& route) {
  for (const FrameStep step : route.before_drawing()) apply(step, frame, before_, moves_before_);
}

ImageView FrameRouter::drawable(FramePtr& frame, const FrameRoute& route) {
  const auto before = route.before_drawing();
  const bool may_be_shared = std::ranges::find(before, FrameStep::copy) != before.end();
  if (may_be_shared && av_frame_is_writable(frame.get()) == 0) {
    if (is_canvas_) return on_ground(frame);
    frame = pool_.copy(*frame);
    ++moves_before_.copied;
  }
  ImageView view = view_of(*frame, sink_.color);
  view.alpha = alpha_;
  return view;
}

/// Replaces a canvas frame with our own memory; the canvas is the ground under what is drawn.
ImageView FrameRouter::on_ground(FramePtr& frame) {
  ground_ = std::move(frame);
  frame = without_pixels(*ground_, static_cast<AVPixelFormat>(ground_->format));
  ImageView view = view_of(*frame, sink_.color);
  for (std::size_t i = 0; i < view.ground.size(); ++i)
    view.ground[i] = reinterpret_cast<const std::byte*>(ground_->data[i]);
  return view;
}

void FrameRouter::to_encoder(FramePtr& frame, const FrameRoute& route) {
  for (const FrameStep step : route.after_drawing()) apply(step, frame, after_, moves_after_);
}

FrameMoves FrameRouter::moves() const {
  FrameMoves moves = moves_before_;
  moves.downloaded += moves_after_.downloaded;
  moves.uploaded += moves_after_.uploaded;
  return moves;
}

}  // namespace overlace
