// SPDX-License-Identifier: Apache-2.0
// Each change is logged where it happens, and the number of converted frames at the end.
#include "io/read/frame_conformer.h"

#include <fmt/format.h>

#include <utility>

#include "graph/core/log.h"
#include "io/cuda/cuda_frames.h"
#include "io/frames/pixel_format.h"

namespace overlace {
namespace {

std::string name_of(const AVFrame& frame) {
  return fmt::format("{}x{} {}", frame.width, frame.height,
                     av_get_pix_fmt_name(software_format(frame)));
}

}  // namespace

FrameConformer::FrameConformer(const AVFrame& first, const ColorSpec& color, LogSink log)
    : format_(static_cast<AVPixelFormat>(first.format)),
      size_{first.width, first.height},
      color_(color),
      target_name_(name_of(first)),
      log_(std::move(log)),
      last_(target_name_) {}

void FrameConformer::log_change(const AVFrame& frame, bool same_picture, std::int32_t number) {
  if (same_picture && last_ == target_name_) return;
  const std::string name = same_picture ? target_name_ : name_of(frame);
  if (name != last_ && log_) {
    log_(fmt::format("from frame {} on, pictures are {} instead of {}{}", number, name, last_,
                     same_picture ? "" : ": scaled and converted to " + target_name_));
  }
  last_ = name;
}

void FrameConformer::restart() {
  converted_ = 0;
  last_ = target_name_;
}

std::string FrameConformer::summary() const {
  if (converted_ == 0) return {};
  return fmt::format("{} frames were scaled or converted to {}, as the first ones are", converted_,
                     target_name_);
}

FramePtr FrameConformer::conform(FramePtr frame, std::int32_t number) {
  const bool same_picture =
      Size{frame->width, frame->height} == size_ && software_format(*frame) == format_;
  const ColorSpec color = color_spec_of(*frame);
  const bool same_code = color.matrix == color_.matrix && color.range == color_.range;
  log_change(*frame, same_picture, number);
  // Nothing on a device converts code values: there, the tags of the first frame are kept.
  if (same_picture && (same_code || on_cuda(*frame))) return frame;
  if (on_cuda(*frame))
    throw Error(
        ErrorCode::input,
        fmt::format("pictures change from {} to {} at frame {}", target_name_, last_, number),
        "decode in software: --hwaccel none");
  if (!converter_) converter_.emplace(ConvertTarget{format_, color_, true, size_});
  ++converted_;
  return converter_->convert(*frame, color);
}

}  // namespace overlace
