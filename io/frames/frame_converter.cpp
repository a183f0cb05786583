// SPDX-License-Identifier: Apache-2.0
// swscale must not guess: by default it assumes BT.601 whatever the tags say.
#include "io/frames/frame_converter.h"

#include <array>

#include "io/frames/pixel_format.h"

namespace overlace {
namespace {

const int* coefficients(ColorMatrix matrix) {
  constexpr std::array tables{SWS_CS_SMPTE170M, SWS_CS_ITU709, SWS_CS_BT2020};
  return sws_getCoefficients(tables[static_cast<std::size_t>(matrix)]);
}

// swscale counts chroma positions in 1/256 of a luma sample.
struct ChromaPosition {
  int x, y;
};
ChromaPosition chroma_position(ChromaSiting siting) {
  return {siting == ChromaSiting::center ? 128 : 0, siting == ChromaSiting::top_left ? 0 : 128};
}

void place_chroma(SwsContext* scaler, const char* prefix, AVPixelFormat format,
                  ChromaSiting siting) {
  int shift_x = 0;
  int shift_y = 0;
  if (av_pix_fmt_get_chroma_sub_sample(format, &shift_x, &shift_y) < 0) return;
  const ChromaPosition at = chroma_position(siting);
  const std::string name = prefix;
  if (shift_x == 1) av_opt_set_int(scaler, (name + "_h_chr_pos").c_str(), at.x, 0);
  if (shift_y == 1) av_opt_set_int(scaler, (name + "_v_chr_pos").c_str(), at.y, 0);
}

}  // namespace

Size FrameConverter::size_of_result(const AVFrame& source) const {
  return target_.size == Size{} ? Size{source.width, source.height} : target_.size;
}

void FrameConverter::prepare(const AVFrame& source, const ColorSpec& color) {
  const Size size{source.width, source.height};
  if (scaler_ && source.format == source_format_ && size == source_size_ &&
      color == source_color_) {
    return;
  }
  scaler_.reset(sws_alloc_context());
  if (!scaler_) throw Error(ErrorCode::out_of_memory, "no memory for pixel conversion");
  SwsContext* s = scaler_.get();
  const auto source_format = static_cast<AVPixelFormat>(source.format);
  const int flags = target_.accurate
                        ? SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP
                        : SWS_FAST_BILINEAR;
  av_opt_set_int(s, "srcw", size.width, 0);
  av_opt_set_int(s, "srch", size.height, 0);
  const Size target_size = size_of_result(source);
  av_opt_set_int(s, "dstw", target_size.width, 0);
  av_opt_set_int(s, "dsth", target_size.height, 0);
  av_opt_set_int(s, "src_format", source_format, 0);
  av_opt_set_int(s, "dst_format", target_.format, 0);
  av_opt_set_int(s, "sws_flags", flags, 0);
  place_chroma(s, "src", source_format, color.siting);
  place_chroma(s, "dst", target_.format, target_.color.siting);
  constexpr int unity = 1 << 16;
  sws_setColorspaceDetails(s, coefficients(color.matrix), color.range == ColorRange::full ? 1 : 0,
                           coefficients(target_.color.matrix),
                           target_.color.range == ColorRange::full ? 1 : 0, 0, unity, unity);
  check_av(sws_init_context(s, nullptr, nullptr), ErrorCode::input,
           "pixel format cannot be converted");
  source_format_ = source.format;
  source_size_ = size;
  source_color_ = color;
}

FramePtr FrameConverter::convert(const AVFrame& source, const ColorSpec& color) {
  prepare(source, color);
  FramePtr result = pool_.get(target_.format, size_of_result(source));
  check_av(av_frame_copy_props(result.get(), &source), ErrorCode::internal, "converting a picture");
  tag_frame(*result, target_.color);
  check_av(sws_scale(scaler_.get(), source.data, source.linesize, 0, source.height, result->data,
                     result->linesize),
           ErrorCode::internal, "converting a picture");
  return result;
}

}  // namespace overlace
