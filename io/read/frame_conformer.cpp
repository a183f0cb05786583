// SPDX-License-Identifier: Apache-2.0
// Each change is logged where it happens, and the number of converted frames at the end.
#include "io/read/frame_conformer.h"

#include <fmt/format.h>

#include <utility>

#include "graph/core/log.h"
#include "io/cuda/cuda_frames.h"
#include "io/frames/pixel_format.h"
#include "io/read/frame_orientation.h"

namespace overlace {
namespace {

constexpr int most_logged = 20;  ///< changes; a set of pictures may have one with every frame

std::string name_of(const AVFrame& frame) {
  return fmt::format("{}x{} {}", frame.width, frame.height,
                     av_get_pix_fmt_name(software_format(frame)));
}

bool has_alpha(AVPixelFormat format) {
  const AVPixFmtDescriptor* d = av_pix_fmt_desc_get(format);
  return d != nullptr && (d->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
}

std::string tags_of(const AVFrame& frame) {
  const auto text = [](const char* name) { return name == nullptr ? "?" : name; };
  return fmt::format("{}, {}, {}, {}", text(av_color_space_name(frame.colorspace)),
                     text(av_color_range_name(frame.color_range)),
                     text(av_color_transfer_name(frame.color_trc)),
                     text(av_color_primaries_name(frame.color_primaries)));
}

}  // namespace

FrameConformer::FrameConformer(const AVFrame& first, const ColorSpec& color, Orientation stored,
                               const ReaderOptions& options)
    : format_(static_cast<AVPixelFormat>(first.format)),
      size_{first.width, first.height},
      color_(color),
      stored_(stored),
      aspect_(first.sample_aspect_ratio),
      tells_fields_(first.interlaced_frame == 0 && !options.deinterlace),
      target_name_(name_of(first)),
      log_(options.log),
      last_(target_name_) {}

FrameConformer::Difference FrameConformer::difference(const AVFrame& frame, Orientation stored,
                                                      const ColorSpec& color) const {
  const bool turned = stored != stored_;
  const Size size{frame.width, frame.height};
  const Size alike = turned ? overlace::turned(size, compose(stored, inverse(stored_))) : size;
  return {.turned = turned,
          .resized = alike != size_,
          .reformatted = software_format(frame) != format_,
          .recoded = color.matrix != color_.matrix || color.range != color_.range,
          .retagged = color.transfer != color_.transfer || color.primaries != color_.primaries,
          .interlaced = tells_fields_ && frame.interlaced_frame != 0,
          .reshaped = aspect_.num > 0 && frame.sample_aspect_ratio.num > 0 &&
                      av_cmp_q(aspect_, frame.sample_aspect_ratio) != 0};
}

void FrameConformer::log_change(const AVFrame& frame, const Difference& difference,
                                std::int32_t number) {
  if (!difference.any() && last_ == target_name_) return;
  std::string name = described(frame, difference);
  if (name == last_) return;
  if (log_ && logged_ < most_logged)
    log_(fmt::format("from frame {} on, pictures are {} instead of {}{}", number, name, last_,
                     consequence(frame, difference)));
  if (log_ && ++logged_ == most_logged) log_("further changes of the pictures are not listed");
  last_ = std::move(name);
}

std::string FrameConformer::described(const AVFrame& frame, const Difference& difference) const {
  std::string name = difference.resized || difference.reformatted ? name_of(frame) : target_name_;
  if (difference.interlaced) name += " interlaced";
  if (difference.turned) name += " in another orientation";
  if (difference.recoded || difference.retagged) name += fmt::format(" ({})", tags_of(frame));
  if (difference.reshaped)
    name += fmt::format(", pixels {}:{}", frame.sample_aspect_ratio.num,
                        frame.sample_aspect_ratio.den);
  return name;
}

std::string FrameConformer::consequence(const AVFrame& frame, const Difference& difference) const {
  std::string text;
  if (difference.turned) text += ": turned like the first ones";
  if (difference.resized || difference.reformatted)
    text += ": scaled and converted to " + target_name_;
  if (difference.resized) text += "; boxes in these pictures' own pixels do not fit";
  if (has_alpha(software_format(frame)) && !has_alpha(format_)) text += "; their alpha is lost";
  if (difference.recoded && !on_cuda(frame)) text += ": converted to the first ones' code values";
  if (difference.retagged || (difference.recoded && on_cuda(frame)))
    text += ": shown by the first ones' tags, which is wrong for these colours";
  if (difference.reshaped) text += ": shown with the first ones' pixel aspect";
  if (difference.interlaced)
    text += ": what is drawn over both fields of a frame combs; --interlaced deinterlace makes "
            "them progressive";
  return text;
}

void FrameConformer::restart() {
  converted_ = 0;
  logged_ = 0;
  last_ = target_name_;
}

std::string FrameConformer::summary() const {
  if (converted_ == 0) return {};
  return fmt::format("{} frames were scaled or converted to {}, as the first ones are", converted_,
                     target_name_);
}

FramePtr FrameConformer::turned(FramePtr frame, Orientation stored, const ColorSpec& color) {
  const auto format = static_cast<AVPixelFormat>(frame->format);
  return FrameRotator(format, compose(stored, inverse(stored_)), color).rotate(std::move(frame));
}

FramePtr FrameConformer::conform(FramePtr frame, Orientation stored, std::int32_t number) {
  const ColorSpec color = color_spec_of(*frame);
  const Difference difference = this->difference(*frame, stored, color);
  log_change(*frame, difference, number);
  if (!difference.is_converted_on_host()) return frame;
  // Nothing on a device converts code values: there, the tags of the first frame are kept.
  const bool same_picture = !difference.turned && !difference.resized && !difference.reformatted;
  if (same_picture && on_cuda(*frame)) return frame;
  if (on_cuda(*frame))
    throw Error(
        ErrorCode::input,
        fmt::format("pictures change from {} to {} at frame {}", target_name_, last_, number),
        "decode in software: --hwaccel none");
  ++converted_;
  if (difference.turned) frame = turned(std::move(frame), stored, color);
  const bool done = Size{frame->width, frame->height} == size_ && frame->format == format_;
  if (done && !difference.recoded) return frame;
  if (!converter_) converter_.emplace(ConvertTarget{format_, color_, true, size_});
  return converter_->convert(*frame, color);
}

}  // namespace overlace
