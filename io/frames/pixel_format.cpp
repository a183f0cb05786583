// SPDX-License-Identifier: Apache-2.0
// Pixel formats are derived from libav's descriptors, so that none is listed twice.
#include "io/frames/pixel_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "io/av/device_frame.h"
#include "io/frames/plate.h"

namespace overlace {
namespace {

constexpr std::uint64_t undrawable_flags = AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM |
                                           AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BAYER;

std::span<const AVComponentDescriptor> components_of(const AVPixFmtDescriptor& d) {
  return {d.comp, d.nb_components};
}

std::optional<SampleType> sample_type(const AVPixFmtDescriptor& d) {
  const int bits = d.comp[0].depth + d.comp[0].shift;
  if ((d.flags & AV_PIX_FMT_FLAG_FLOAT) != 0) {
    return bits == 32 ? SampleType::f32 : SampleType::f16;
  }
  if (bits == 8) return SampleType::u8;
  if (bits > 8 && bits <= 16) return SampleType::u16;
  return std::nullopt;
}

// Every component has its own plane, in the order of ImageView's planes.
bool is_planar(const AVPixFmtDescriptor& d, int bytes) {
  constexpr std::array<int, 4> rgb_planes{2, 0, 1, 3};
  const bool rgb = (d.flags & AV_PIX_FMT_FLAG_RGB) != 0;
  int index = 0;
  return std::ranges::all_of(components_of(d), [&](const AVComponentDescriptor& c) {
    const int plane = rgb ? rgb_planes[index] : index;
    ++index;
    return c.plane == plane && c.step == bytes && c.offset == 0;
  });
}

bool is_semi_planar(const AVPixFmtDescriptor& d, int bytes) {
  return d.nb_components == 3 && d.comp[0].plane == 0 && d.comp[0].step == bytes &&
         d.comp[1].plane == 1 && d.comp[1].offset == 0 && d.comp[1].step == 2 * bytes &&
         d.comp[2].plane == 1 && d.comp[2].offset == bytes;
}

bool is_packed_rgb(const AVPixFmtDescriptor& d, int bytes) {
  return (d.flags & AV_PIX_FMT_FLAG_RGB) != 0 && d.nb_components >= 3 &&
         std::ranges::all_of(components_of(d), [&](const AVComponentDescriptor& c) {
           return c.plane == 0 && c.step % bytes == 0 && c.offset % bytes == 0;
         });
}

bool is_uniform(const AVPixFmtDescriptor& d) {
  return std::ranges::all_of(components_of(d), [&](const AVComponentDescriptor& c) {
    return c.depth == d.comp[0].depth && c.shift == d.comp[0].shift;
  });
}

ColorModel model_of(const AVPixFmtDescriptor& d) {
  if ((d.flags & AV_PIX_FMT_FLAG_RGB) != 0) return ColorModel::rgb;
  return d.nb_components <= 2 ? ColorModel::gray : ColorModel::ycbcr;
}

bool is_gray_with_alpha(const AVPixFmtDescriptor& d) {
  return d.nb_components == 2 && d.comp[0].plane == 0 && d.comp[1].plane == 0;
}

std::optional<PlaneLayout> layout_of(const AVPixFmtDescriptor& d, int bytes) {
  if (is_gray_with_alpha(d)) return PlaneLayout::packed;
  if (is_planar(d, bytes)) return PlaneLayout::planar;
  if (model_of(d) == ColorModel::ycbcr && is_semi_planar(d, bytes)) return PlaneLayout::semi_planar;
  if (is_packed_rgb(d, bytes)) return PlaneLayout::packed;
  return std::nullopt;
}

std::optional<PixelFormat> from_descriptor(const AVPixFmtDescriptor& d) {
  const bool big_endian = (d.flags & AV_PIX_FMT_FLAG_BE) != 0;
  const std::optional<SampleType> sample = sample_type(d);
  if ((d.flags & undrawable_flags) != 0 || !sample || !is_uniform(d)) return std::nullopt;
  if (*sample != SampleType::u8 && big_endian != (std::endian::native == std::endian::big)) {
    return std::nullopt;
  }
  if (d.log2_chroma_w > 1 || d.log2_chroma_h > d.log2_chroma_w) return std::nullopt;
  const int bytes = sample_bytes(*sample);
  const std::optional<PlaneLayout> layout = layout_of(d, bytes);
  if (!layout) return std::nullopt;

  PixelFormat format{model_of(d), *layout, *sample};
  format.bits = static_cast<std::uint8_t>(d.comp[0].depth);
  format.shift = static_cast<std::uint8_t>(d.comp[0].shift);
  format.alpha = (d.flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
  if (format.model == ColorModel::ycbcr) {
    format.chroma_shift_x = d.log2_chroma_w;
    format.chroma_shift_y = d.log2_chroma_h;
  }
  if (*layout == PlaneLayout::packed) {
    for (int i = 0; i < d.nb_components; ++i) {
      const bool last = is_gray_with_alpha(d) && i == 1;
      format.component_offset[last ? 3 : i] = static_cast<std::uint8_t>(d.comp[i].offset / bytes);
    }
    format.components = static_cast<std::uint8_t>(d.comp[0].step / bytes);
  }
  return format;
}

constexpr std::array full_range_pairs{
    std::pair{AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUV420P},
    std::pair{AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUV422P},
    std::pair{AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUV444P},
    std::pair{AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUV440P},
    std::pair{AV_PIX_FMT_YUVJ411P, AV_PIX_FMT_YUV411P},
};

std::optional<ColorMatrix> matrix_of(AVColorSpace space) {
  switch (space) {
    case AVCOL_SPC_BT709:
      return ColorMatrix::bt709;
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M:
      return ColorMatrix::bt601;
    case AVCOL_SPC_BT2020_NCL:
      return ColorMatrix::bt2020;
    default:
      return std::nullopt;
  }
}

ColorMatrix guess_matrix(const AVFrame& frame) {
  return frame.width >= 1280 || frame.height > 576 ? ColorMatrix::bt709 : ColorMatrix::bt601;
}

const char* matrix_name(ColorMatrix matrix) {
  constexpr std::array names{"BT.601", "BT.709", "BT.2020"};
  return names[static_cast<std::size_t>(matrix)];
}

AVColorSpace matrix_tag(ColorMatrix matrix) {
  constexpr std::array tags{AVCOL_SPC_SMPTE170M, AVCOL_SPC_BT709, AVCOL_SPC_BT2020_NCL};
  return tags[static_cast<std::size_t>(matrix)];
}

ChromaSiting siting_of(AVChromaLocation location) {
  switch (location) {
    case AVCHROMA_LOC_CENTER:
      return ChromaSiting::center;
    case AVCHROMA_LOC_TOPLEFT:
      return ChromaSiting::top_left;
    default:
      return ChromaSiting::left;
  }
}

Transfer transfer_of(AVColorTransferCharacteristic transfer) {
  if (transfer == AVCOL_TRC_SMPTE2084) return Transfer::pq;
  if (transfer == AVCOL_TRC_ARIB_STD_B67) return Transfer::hlg;
  if (transfer == AVCOL_TRC_LINEAR) return Transfer::linear;
  return Transfer::sdr;
}

bool is_rgb(const AVFrame& frame) {
  const AVPixFmtDescriptor* d = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  return d != nullptr && (d->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) != 0;
}

}  // namespace

std::optional<PixelFormat> pixel_format_from_av(AVPixelFormat format) {
  const AVPixFmtDescriptor* d = av_pix_fmt_desc_get(format);
  return d == nullptr || d->nb_components == 0 ? std::nullopt : from_descriptor(*d);
}

AVPixelFormat pixel_format_to_av(const PixelFormat& format) {
  for (const AVPixFmtDescriptor* d = av_pix_fmt_desc_next(nullptr); d != nullptr;
       d = av_pix_fmt_desc_next(d)) {
    if (from_descriptor(*d) == format) return av_pix_fmt_desc_get_id(d);
  }
  return AV_PIX_FMT_NONE;
}

AVPixelFormat drawable_format(AVPixelFormat format) {
  if (pixel_format_from_av(format)) return format;
  const AVPixelFormat swapped = av_pix_fmt_swap_endianness(format);
  if (swapped != AV_PIX_FMT_NONE && pixel_format_from_av(swapped)) return swapped;
  constexpr std::array candidates{AV_PIX_FMT_YUV420P,   AV_PIX_FMT_YUV422P,   AV_PIX_FMT_YUV444P,
                                  AV_PIX_FMT_YUV422P10, AV_PIX_FMT_YUV444P10, AV_PIX_FMT_YUV444P12,
                                  AV_PIX_FMT_YUV444P16, AV_PIX_FMT_YUVA444P,  AV_PIX_FMT_YUVA444P16,
                                  AV_PIX_FMT_RGB24,     AV_PIX_FMT_RGBA,      AV_PIX_FMT_RGB48,
                                  AV_PIX_FMT_RGBA64,    AV_PIX_FMT_GRAY8,     AV_PIX_FMT_GRAY16,
                                  AV_PIX_FMT_GBRP10,    AV_PIX_FMT_NONE};
  const AVPixFmtDescriptor* d = av_pix_fmt_desc_get(format);
  const int alpha = d != nullptr && (d->flags & AV_PIX_FMT_FLAG_ALPHA) != 0 ? 1 : 0;
  return avcodec_find_best_pix_fmt_of_list(candidates.data(), format, alpha, nullptr);
}

void normalize_full_range(AVFrame& frame) {
  for (const auto& [full, plain] : full_range_pairs) {
    if (frame.format != full) continue;
    frame.format = plain;
    frame.color_range = AVCOL_RANGE_JPEG;
  }
}

void assume_full_range_gray(AVFrame& frame) {
  const AVPixFmtDescriptor* d = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  if (frame.color_range == AVCOL_RANGE_UNSPECIFIED && d != nullptr &&
      model_of(*d) == ColorModel::gray)
    frame.color_range = AVCOL_RANGE_JPEG;
}

ColorSpec color_spec_of(const AVFrame& frame) {
  ColorSpec color;
  color.transfer = transfer_of(frame.color_trc);
  color.siting = siting_of(frame.chroma_location);
  if (frame.color_primaries == AVCOL_PRI_BT2020) color.primaries = bt2020_primaries;
  if (const Plate* plate = plate_of(frame)) {
    color.primaries = plate->primaries;
    if (plate->linear) color.transfer = Transfer::linear;
  }
  if (is_rgb(frame)) {
    color.range = frame.color_range == AVCOL_RANGE_MPEG ? ColorRange::limited : ColorRange::full;
    return color;
  }
  color.range = frame.color_range == AVCOL_RANGE_JPEG ? ColorRange::full : ColorRange::limited;
  color.matrix = matrix_of(frame.colorspace).value_or(guess_matrix(frame));
  return color;
}

ColorSpec color_spec_of(const AVFrame& frame, std::vector<std::string>& guesses) {
  const ColorSpec color = color_spec_of(frame);
  const AVPixFmtDescriptor* d = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  const bool ycbcr = d != nullptr && d->nb_components >= 3 && !is_rgb(frame);
  if (ycbcr && !matrix_of(frame.colorspace)) {
    const char* tag = frame.colorspace == AVCOL_SPC_UNSPECIFIED
                          ? "not tagged"
                          : av_color_space_name(frame.colorspace);
    guesses.push_back(fmt::format("colour matrix is {}: taken as {}, by the picture's size",
                                  tag == nullptr ? "unknown" : tag, matrix_name(color.matrix)));
  }
  return color;
}

void tag_frame(AVFrame& frame, const ColorSpec& color) {
  const AVPixFmtDescriptor* d = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  const bool rgb = d != nullptr && (d->flags & AV_PIX_FMT_FLAG_RGB) != 0;
  frame.color_range = color.range == ColorRange::full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  if (rgb) {
    frame.colorspace = AVCOL_SPC_RGB;
  } else if (matrix_of(frame.colorspace) != color.matrix) {
    frame.colorspace = matrix_tag(color.matrix);
  }
}

ImageView view_of(const AVFrame& frame, const ColorSpec& color) {
  const bool device = on_cuda(frame);
  const AVPixelFormat av_format =
      device ? cuda_layout(frame) : static_cast<AVPixelFormat>(frame.format);
  ImageView view{{frame.width, frame.height}, pixel_format_from_av(av_format).value(), color, {}};
  view.memory = device ? Memory::cuda : Memory::host;
  const int planes = av_pix_fmt_count_planes(av_format);
  for (int i = 0; i < planes; ++i) {
    view.planes[i] = {reinterpret_cast<std::byte*>(frame.data[i]), frame.linesize[i]};
  }
  return view;
}

FramePtr borrow(const ImageView& view) {
  FramePtr frame = make_frame();
  frame->format = pixel_format_to_av(view.format);
  if (frame->format == AV_PIX_FMT_NONE) {
    throw Error(ErrorCode::internal, "a picture's pixel format has no libav equal");
  }
  frame->width = view.size.width;
  frame->height = view.size.height;
  for (std::size_t i = 0; i < view.planes.size(); ++i) {
    frame->data[i] = reinterpret_cast<std::uint8_t*>(view.planes[i].data);
    frame->linesize[i] = static_cast<int>(view.planes[i].stride);
  }
  tag_frame(*frame, view.color);
  return frame;
}

}  // namespace overlace
