// SPDX-License-Identifier: Apache-2.0
// The order matters: fields interleave stored rows, and rotation needs whole frames.
#include "io/read/frame_normalizer.h"

#include <utility>

#include "io/cuda/cuda_frames.h"
#include "io/frames/pixel_format.h"
#include "io/read/associated_alpha.h"
#include "io/read/stream_facts.h"

namespace overlace {
namespace {

/// Whether frames of this kind may have fields: the first one may be progressive.
bool may_be_interlaced(const AVFrame& first) {
  const AVPixelFormat format = software_format(first);
  const bool is_rgb = (av_pix_fmt_desc_get(format)->flags & AV_PIX_FMT_FLAG_RGB) != 0;
  return first.interlaced_frame != 0 || (!is_rgb && av_pix_fmt_count_planes(format) >= 3);
}

}  // namespace

FrameNormalizer::FrameNormalizer(const AVFrame& first, const AVStream& stream,
                                 const ReaderOptions& options)
    : orientation_(orientation_of(stream, options.log)),
      time_base_(from_av(stream.time_base)),
      first_frame_(options.first_frame.value_or(0)) {
  check_av(av_frame_copy_props(like_.get(), &first), ErrorCode::internal, "frame properties");
  like_->format = software_format(first);
  like_->width = first.width;
  like_->height = first.height;
  stored_ = orientation_.take(*like_);
  normalize_full_range(*like_);
  const Plate* plate = plate_of(first);
  if (plate != nullptr && !options.keep_plates) begin_showing(*plate, options);
  color_ = color_spec_of(*like_);
  conformer_.emplace(*like_, color_, stored_, options);
  if (options.deinterlace && may_be_interlaced(first)) {
    check_av(av_frame_copy_props(interlaced_.get(), like_.get()), ErrorCode::internal,
             "frame properties");
    interlaced_->format = like_->format;
    interlaced_->width = like_->width;
    interlaced_->height = like_->height;
    begin_deinterlacing();
    like_->interlaced_frame = 0;
  }
  if (stored_ == Orientation{} || !(options.autorotate || orientation_.is_own())) return;
  if (on_cuda(first))
    throw Error(ErrorCode::input, "pictures state an orientation, and are on a device",
                "decode in software: --hwaccel none");
  begin_rotation();
}

void FrameNormalizer::begin_showing(const Plate& plate, const ReaderOptions& options) {
  display_.emplace(plate);
  like_->format = AV_PIX_FMT_GBRP16;
  like_->color_trc = AVCOL_TRC_IEC61966_2_1;
  like_->color_primaries = AVCOL_PRI_BT709;
  if (options.log)
    for (const std::string& sentence : PlateDisplay::sentences(plate)) options.log(sentence);
  detach_plate(*like_);
}

// Plates of a sequence may have been made in different spaces.
FramePtr FrameNormalizer::displayed(const AVFrame& frame) {
  const Plate* plate = plate_of(frame);
  if (plate != nullptr && !display_->is_for(*plate)) display_.emplace(*plate);
  return display_->shown(frame);
}

// From here on frames look as if they had been stored upright.
void FrameNormalizer::begin_rotation() {
  rotator_.emplace(static_cast<AVPixelFormat>(like_->format), stored_, color_);
  const Size size = turned({like_->width, like_->height}, stored_);
  like_->format = rotator_->format();
  like_->width = size.width;
  like_->height = size.height;
  like_->chroma_location = rotator_->siting(like_->chroma_location);
  stored_ = {};
}

void FrameNormalizer::put(FramePtr frame) {
  if (frame) {
    normalize_full_range(*frame);
    frame = with_straight_alpha(std::move(frame));
    if (display_) frame = displayed(*frame);
    const Orientation stored = orientation_.take(*frame);
    frame = conformer_->conform(std::move(frame), stored, first_frame_ + put_++);
  }
  if (!deinterlacer_) {
    if (frame) ready_.push_back(std::move(frame));
    return;
  }
  deinterlacer_->send(std::move(frame));
  while (FramePtr made = deinterlacer_->receive()) ready_.push_back(std::move(made));
}

void FrameNormalizer::restart(std::int32_t number) {
  put_ = number;
  ready_.clear();
  orientation_.restart();
  conformer_->restart();
  if (deinterlacer_) begin_deinterlacing();
}

void FrameNormalizer::begin_deinterlacing() {
  deinterlacer_.emplace(
      *interlaced_, av_make_q(static_cast<int>(time_base_.num), static_cast<int>(time_base_.den)));
}

FramePtr FrameNormalizer::take() {
  if (ready_.empty()) return nullptr;
  FramePtr frame = std::move(ready_.front());
  ready_.pop_front();
  return rotator_ ? rotator_->rotate(std::move(frame)) : std::move(frame);
}

}  // namespace overlace
