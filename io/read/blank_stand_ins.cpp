// SPDX-License-Identifier: Apache-2.0
// A decoder that wraps another one.
#include "io/read/blank_stand_ins.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "io/av/av.h"
#include "io/exr/exr_plate.h"
#include "io/frames/plate.h"

namespace overlace {
namespace {

/// The same plate with all channels zero.
std::shared_ptr<const Plate> blank_plate(const ExrPlate& plate) {
  auto blank = std::make_shared<ExrPlate>(plate);
  for (ExrChannel& channel : blank->channels) std::ranges::fill(channel.samples, std::byte{0});
  return blank;
}

/// Zero bytes are black in R'G'B', with or without a palette, and in grey of at least a byte.
/// Elsewhere they need not be.
bool is_black_at_zero(const AVPixFmtDescriptor& layout) {
  if ((layout.flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) != 0) return true;
  return layout.nb_components <= 2 && (layout.flags & AV_PIX_FMT_FLAG_BITSTREAM) == 0;
}

void blank_samples(AVFrame& frame) {
  const auto format = static_cast<AVPixelFormat>(frame.format);
  if (is_black_at_zero(*av_pix_fmt_desc_get(format))) {
    for (const AVBufferRef* buffer : frame.buf)
      if (buffer != nullptr) std::fill_n(buffer->data, buffer->size, std::uint8_t{0});
    return;
  }
  std::array<std::ptrdiff_t, 4> rows{};
  std::copy_n(frame.linesize, rows.size(), rows.begin());
  check_av(av_image_fill_black(frame.data, rows.data(), format, frame.color_range, frame.width,
                               frame.height),
           ErrorCode::internal, "black picture");
}

class BlankStandIns final : public FrameDecoder {
 public:
  BlankStandIns(std::unique_ptr<FrameDecoder> decoder, const ImageFiles& pictures)
      : decoder_(std::move(decoder)), pictures_(pictures) {}

  int send(const AVPacket* packet) override { return decoder_->send(packet); }
  int receive(FramePtr& frame) override;
  void restart(Start start) override { decoder_->restart(start); }
  std::int64_t damage_without_frame() const override { return decoder_->damage_without_frame(); }
  bool in_hardware() const override { return decoder_->in_hardware(); }
  std::shared_ptr<CudaFramePool> pool() const override { return decoder_->pool(); }
  DecoderLoad load() const override { return decoder_->load(); }

 private:
  std::unique_ptr<FrameDecoder> decoder_;
  const ImageFiles& pictures_;
};

int BlankStandIns::receive(FramePtr& frame) {
  const int status = decoder_->receive(frame);
  if (status != 0 || !pictures_.is_stand_in(frame->best_effort_timestamp)) return status;
  check_av(av_frame_make_writable(frame.get()), ErrorCode::out_of_memory, "black picture");
  if (const auto* plate = dynamic_cast<const ExrPlate*>(plate_of(*frame)))
    attach_plate(*frame, blank_plate(*plate));
  blank_samples(*frame);
  return status;
}

}  // namespace

std::unique_ptr<FrameDecoder> blank_stand_ins(std::unique_ptr<FrameDecoder> decoder,
                                              const ImageFiles& pictures) {
  return std::make_unique<BlankStandIns>(std::move(decoder), pictures);
}

}  // namespace overlace
