// SPDX-License-Identifier: Apache-2.0
// One file in, one frame out.
#include "io/exr/exr_decoder.h"

#include <IexBaseExc.h>
#include <fmt/format.h>

#include <span>
#include <utility>

#include "io/exr/exr_plate.h"

namespace overlace {

ExrDecoder::ExrDecoder(ExrReading reading, std::function<std::string(std::int64_t)> name_of)
    : reading_(std::move(reading)),
      name_of_(std::move(name_of)),
      primaries_(plate_primaries(reading_.space)) {}

// The data window may vary from file to file; the display window, which is the picture, may not.
void ExrDecoder::check_like_first(const AVFrame& frame) {
  const Shape shape{frame.width, frame.height, frame.format};
  if (!first_) first_ = shape;
  if (shape == *first_) return;
  throw Error(
      ErrorCode::input,
      fmt::format("the display window is {}x{}{}, that of the first picture {}x{}{}", shape.width,
                  shape.height, shape.format == AV_PIX_FMT_GBRAPF32 ? " with alpha" : "",
                  first_->width, first_->height,
                  first_->format == AV_PIX_FMT_GBRAPF32 ? " with alpha" : ""),
      "render pictures of each kind separately");
}

FramePtr ExrDecoder::decode(const AVPacket& packet) {
  const std::span bytes(packet.data, static_cast<std::size_t>(packet.size));
  const std::shared_ptr<ExrPlate> plate = read_exr(std::as_bytes(bytes), reading_.max_pixels);
  plate->linear = reading_.is_linear;
  if (primaries_) plate->primaries = *primaries_;
  FramePtr frame = frame_of(plate, pool_);
  check_like_first(*frame);
  frame->color_trc = plate->linear ? AVCOL_TRC_LINEAR : AVCOL_TRC_IEC61966_2_1;
  frame->color_primaries =
      plate->primaries == bt709_primaries ? AVCOL_PRI_BT709 : AVCOL_PRI_UNSPECIFIED;
  frame->pts = frame->best_effort_timestamp = packet.pts;
  frame->pkt_duration = packet.duration;
  frame->key_frame = 1;
  frame->pict_type = AV_PICTURE_TYPE_I;
  return frame;
}

int ExrDecoder::send(const AVPacket* packet) {
  if (packet == nullptr || packet->size == 0) {
    ended_ = true;
    return 0;
  }
  try {
    ready_ = decode(*packet);
    return 0;
  } catch (const Iex::BaseExc& error) {
    if (reading_.log)
      reading_.log(fmt::format("{}: is damaged: {}", name_of_(packet->pts), error.what()));
    return AVERROR_INVALIDDATA;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::input && error.code() != ErrorCode::limit) throw;
    const Diagnostic& problem = error.problems().front();
    throw Error(error.code(), problem.message, problem.hint, SourceLocation{name_of_(packet->pts)});
  }
}

void ExrDecoder::restart(Start /*start*/) {
  ready_.reset();
  ended_ = false;
}

int ExrDecoder::receive(FramePtr& frame) {
  if (!ready_) return ended_ ? AVERROR_EOF : AVERROR(EAGAIN);
  frame = std::move(ready_);
  return 0;
}

}  // namespace overlace
