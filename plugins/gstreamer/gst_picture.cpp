// SPDX-License-Identifier: Apache-2.0
// Tables from GStreamer's names to libovl's.
#include "plugins/gstreamer/gst_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace overlace::gstreamer {
namespace {

static_assert(std::endian::native == std::endian::little, "the pairs below are little-endian");

constexpr std::array pairs{FormatPair{GST_VIDEO_FORMAT_I420, OVL_FORMAT_YUV420P},
                           FormatPair{GST_VIDEO_FORMAT_YV12, OVL_FORMAT_YUV420P},
                           FormatPair{GST_VIDEO_FORMAT_Y42B, OVL_FORMAT_YUV422P},
                           FormatPair{GST_VIDEO_FORMAT_Y444, OVL_FORMAT_YUV444P},
                           FormatPair{GST_VIDEO_FORMAT_I420_10LE, OVL_FORMAT_YUV420P10},
                           FormatPair{GST_VIDEO_FORMAT_I422_10LE, OVL_FORMAT_YUV422P10},
                           FormatPair{GST_VIDEO_FORMAT_Y444_10LE, OVL_FORMAT_YUV444P10},
                           FormatPair{GST_VIDEO_FORMAT_I420_12LE, OVL_FORMAT_YUV420P12},
                           FormatPair{GST_VIDEO_FORMAT_I422_12LE, OVL_FORMAT_YUV422P12},
                           FormatPair{GST_VIDEO_FORMAT_Y444_12LE, OVL_FORMAT_YUV444P12},
                           FormatPair{GST_VIDEO_FORMAT_Y444_16LE, OVL_FORMAT_YUV444P16},
                           FormatPair{GST_VIDEO_FORMAT_A420, OVL_FORMAT_YUVA420P},
                           FormatPair{GST_VIDEO_FORMAT_A422_10LE, OVL_FORMAT_YUVA422P10},
                           FormatPair{GST_VIDEO_FORMAT_A444_10LE, OVL_FORMAT_YUVA444P10},
                           FormatPair{GST_VIDEO_FORMAT_NV12, OVL_FORMAT_NV12},
                           FormatPair{GST_VIDEO_FORMAT_NV16, OVL_FORMAT_NV16},
                           FormatPair{GST_VIDEO_FORMAT_NV24, OVL_FORMAT_NV24},
                           FormatPair{GST_VIDEO_FORMAT_P010_10LE, OVL_FORMAT_P010},
                           FormatPair{GST_VIDEO_FORMAT_P016_LE, OVL_FORMAT_P016},
                           FormatPair{GST_VIDEO_FORMAT_GBR, OVL_FORMAT_GBRP},
                           FormatPair{GST_VIDEO_FORMAT_GBR_10LE, OVL_FORMAT_GBRP10},
                           FormatPair{GST_VIDEO_FORMAT_GBR_12LE, OVL_FORMAT_GBRP12},
                           FormatPair{GST_VIDEO_FORMAT_GBRA, OVL_FORMAT_GBRAP},
                           FormatPair{GST_VIDEO_FORMAT_GBRA_10LE, OVL_FORMAT_GBRAP10},
                           FormatPair{GST_VIDEO_FORMAT_GBRA_12LE, OVL_FORMAT_GBRAP12},
                           FormatPair{GST_VIDEO_FORMAT_GRAY8, OVL_FORMAT_GRAY8},
                           FormatPair{GST_VIDEO_FORMAT_GRAY16_LE, OVL_FORMAT_GRAY16},
                           FormatPair{GST_VIDEO_FORMAT_RGB, OVL_FORMAT_RGB24},
                           FormatPair{GST_VIDEO_FORMAT_BGR, OVL_FORMAT_BGR24},
                           FormatPair{GST_VIDEO_FORMAT_RGBA, OVL_FORMAT_RGBA},
                           FormatPair{GST_VIDEO_FORMAT_BGRA, OVL_FORMAT_BGRA},
                           FormatPair{GST_VIDEO_FORMAT_ARGB, OVL_FORMAT_ARGB},
                           FormatPair{GST_VIDEO_FORMAT_ABGR, OVL_FORMAT_ABGR},
                           FormatPair{GST_VIDEO_FORMAT_RGBx, OVL_FORMAT_RGB0},
                           FormatPair{GST_VIDEO_FORMAT_BGRx, OVL_FORMAT_BGR0},
                           FormatPair{GST_VIDEO_FORMAT_xRGB, OVL_FORMAT_0RGB},
                           FormatPair{GST_VIDEO_FORMAT_xBGR, OVL_FORMAT_0BGR},
                           FormatPair{GST_VIDEO_FORMAT_RGBA64_LE, OVL_FORMAT_RGBA64},
                           FormatPair{GST_VIDEO_FORMAT_BGRA64_LE, OVL_FORMAT_BGRA64}};

std::uint8_t matrix_of(GstVideoColorMatrix matrix) {
  switch (matrix) {
    case GST_VIDEO_COLOR_MATRIX_BT601:
      return OVL_MATRIX_BT601;
    case GST_VIDEO_COLOR_MATRIX_BT709:
      return OVL_MATRIX_BT709;
    case GST_VIDEO_COLOR_MATRIX_BT2020:
      return OVL_MATRIX_BT2020;
    default:
      return OVL_MATRIX_DEFAULT;
  }
}

std::uint8_t range_of(GstVideoColorRange range) {
  switch (range) {
    case GST_VIDEO_COLOR_RANGE_0_255:
      return OVL_RANGE_FULL;
    case GST_VIDEO_COLOR_RANGE_16_235:
      return OVL_RANGE_LIMITED;
    default:
      return OVL_RANGE_DEFAULT;
  }
}

std::uint8_t transfer_of(GstVideoTransferFunction transfer) {
  switch (transfer) {
    case GST_VIDEO_TRANSFER_SMPTE2084:
      return OVL_TRANSFER_PQ;
    case GST_VIDEO_TRANSFER_ARIB_STD_B67:
      return OVL_TRANSFER_HLG;
    case GST_VIDEO_TRANSFER_GAMMA10:
      return OVL_TRANSFER_LINEAR;
    default:
      return OVL_TRANSFER_SDR;
  }
}

/// Left if unspecified, as in libovl.
std::uint8_t siting_of(GstVideoChromaSite site) {
  if (site == GST_VIDEO_CHROMA_SITE_JPEG) return OVL_SITING_CENTER;
  if (site == GST_VIDEO_CHROMA_SITE_COSITED) return OVL_SITING_TOP_LEFT;
  return OVL_SITING_LEFT;
}

std::uint8_t alpha_of(const GstVideoInfo& info) {
  if (!GST_VIDEO_INFO_HAS_ALPHA(&info)) return OVL_ALPHA_OPAQUE;
  const bool premultiplied =
      (GST_VIDEO_INFO_FLAGS(&info) & GST_VIDEO_FLAG_PREMULTIPLIED_ALPHA) != 0;
  return premultiplied ? OVL_ALPHA_PREMULTIPLIED : OVL_ALPHA_STRAIGHT;
}

/// Whether a format's planes hold R', G', B', in another order than the components.
bool is_planar_rgb(const GstVideoFrame& frame) {
  return GST_VIDEO_INFO_IS_RGB(&frame.info) && GST_VIDEO_FRAME_N_PLANES(&frame) > 1;
}

}  // namespace

std::span<const FormatPair> format_pairs() {
  return pairs;
}

std::string caps_text() {
  std::string formats;
  for (const FormatPair& pair : pairs)
    formats +=
        fmt::format("{}{}", formats.empty() ? "" : ", ", gst_video_format_to_string(pair.theirs));
  return "video/x-raw, format = (string) { " + formats +
         " }, width = (int) [ 1, 32767 ], height = (int) [ 1, 32767 ], "
         "framerate = (fraction) [ 0/1, 2147483647/1 ]";
}

ovl_image image_of(const GstVideoInfo& info) {
  ovl_image image{};
  image.struct_size = sizeof image;
  const auto pair = std::ranges::find(pairs, GST_VIDEO_INFO_FORMAT(&info), &FormatPair::theirs);
  image.format = pair == pairs.end() ? OVL_FORMAT_NONE : pair->ours;
  const GstVideoColorimetry& colors = info.colorimetry;
  image.matrix = matrix_of(colors.matrix);
  image.range = range_of(colors.range);
  image.transfer = transfer_of(colors.transfer);
  image.siting = siting_of(info.chroma_site);
  image.primaries = colors.primaries == GST_VIDEO_COLOR_PRIMARIES_BT2020 ? OVL_PRIMARIES_BT2020
                                                                         : OVL_PRIMARIES_BT709;
  image.alpha = alpha_of(info);
  return image;
}

void place(const GstVideoFrame& frame, ovl_image& image) {
  image.width = GST_VIDEO_FRAME_WIDTH(&frame);
  image.height = GST_VIDEO_FRAME_HEIGHT(&frame);
  const guint planes = GST_VIDEO_FRAME_N_PLANES(&frame);
  for (guint i = 0; i < planes; ++i) {
    // YV12 stores Cr before Cb, which the components tell. R'G'B' planes are already G, B, R.
    guint plane = i;
    if (planes >= 3 && !is_planar_rgb(frame))
      plane = static_cast<guint>(GST_VIDEO_FRAME_COMP_PLANE(&frame, i));
    image.plane[i] = {GST_VIDEO_FRAME_PLANE_DATA(&frame, plane),
                      GST_VIDEO_FRAME_PLANE_STRIDE(&frame, plane)};
  }
}

}  // namespace overlace::gstreamer
