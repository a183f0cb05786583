// SPDX-License-Identifier: Apache-2.0
// One row per format, in the order of the header.
#include "api/formats.h"

#include <array>
#include <string_view>

#include "api/overlace.h"

namespace overlace::api {
namespace {

struct Row {
  const char* name;
  PixelFormat format;
};

constexpr SampleType sample_of(int bits) {
  return bits == 8 ? SampleType::u8 : SampleType::u16;
}

constexpr PixelFormat format_of(ColorModel model, PlaneLayout layout, int bits, bool alpha) {
  PixelFormat format{.model = model, .layout = layout, .sample = sample_of(bits)};
  format.bits = static_cast<std::uint8_t>(bits);
  format.alpha = alpha;
  return format;
}

/// Y'CbCr with chroma halved `x` times horizontally and `y` times vertically.
constexpr PixelFormat ycbcr(int bits, int x, int y, bool alpha = false) {
  PixelFormat format = format_of(ColorModel::ycbcr, PlaneLayout::planar, bits, alpha);
  format.chroma_shift_x = static_cast<std::uint8_t>(x);
  format.chroma_shift_y = static_cast<std::uint8_t>(y);
  return format;
}

constexpr PixelFormat semi_planar(int bits, int x, int y) {
  PixelFormat format = ycbcr(bits, x, y);
  format.layout = PlaneLayout::semi_planar;
  format.shift = bits == 10 ? 6 : 0;
  return format;
}

constexpr PixelFormat planes(ColorModel model, int bits, bool alpha) {
  return format_of(model, PlaneLayout::planar, bits, alpha);
}

/// 32-bit floats.
constexpr PixelFormat floats(PixelFormat format) {
  format.sample = SampleType::f32;
  format.bits = 32;
  return format;
}

/// The positions of R, G, B and A within a pixel, as in FFmpeg's format names; 0 is padding.
constexpr PixelFormat packed(std::string_view order, int bits) {
  PixelFormat format = format_of(ColorModel::rgb, PlaneLayout::packed, bits, false);
  format.components = static_cast<std::uint8_t>(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t component = std::string_view("rgba").find(order[i]);
    if (component == std::string_view::npos) continue;
    format.component_offset[component] = static_cast<std::uint8_t>(i);
    format.alpha = format.alpha || component == 3;
  }
  return format;
}

constexpr PixelFormat packed_half(std::string_view order) {
  PixelFormat format = packed(order, 16);
  format.sample = SampleType::f16;
  return format;
}

constexpr PixelFormat grey_with_alpha(int bits) {
  PixelFormat format = format_of(ColorModel::gray, PlaneLayout::packed, bits, true);
  format.component_offset = {0, 0, 0, 1};
  format.components = 2;
  return format;
}

constexpr auto rgb = ColorModel::rgb;
constexpr auto gray = ColorModel::gray;

constexpr std::array rows{
    Row{"yuv420p", ycbcr(8, 1, 1)},
    Row{"yuv422p", ycbcr(8, 1, 0)},
    Row{"yuv444p", ycbcr(8, 0, 0)},
    Row{"yuv420p10", ycbcr(10, 1, 1)},
    Row{"yuv422p10", ycbcr(10, 1, 0)},
    Row{"yuv444p10", ycbcr(10, 0, 0)},
    Row{"yuv420p12", ycbcr(12, 1, 1)},
    Row{"yuv422p12", ycbcr(12, 1, 0)},
    Row{"yuv444p12", ycbcr(12, 0, 0)},
    Row{"yuv420p16", ycbcr(16, 1, 1)},
    Row{"yuv422p16", ycbcr(16, 1, 0)},
    Row{"yuv444p16", ycbcr(16, 0, 0)},
    Row{"yuva420p", ycbcr(8, 1, 1, true)},
    Row{"yuva422p", ycbcr(8, 1, 0, true)},
    Row{"yuva444p", ycbcr(8, 0, 0, true)},
    Row{"yuva422p10", ycbcr(10, 1, 0, true)},
    Row{"yuva444p10", ycbcr(10, 0, 0, true)},
    Row{"yuva422p12", ycbcr(12, 1, 0, true)},
    Row{"yuva444p12", ycbcr(12, 0, 0, true)},
    Row{"yuva444p16", ycbcr(16, 0, 0, true)},
    Row{"nv12", semi_planar(8, 1, 1)},
    Row{"nv16", semi_planar(8, 1, 0)},
    Row{"nv24", semi_planar(8, 0, 0)},
    Row{"p010", semi_planar(10, 1, 1)},
    Row{"p016", semi_planar(16, 1, 1)},
    Row{"p210", semi_planar(10, 1, 0)},
    Row{"p216", semi_planar(16, 1, 0)},
    Row{"gbrp", planes(rgb, 8, false)},
    Row{"gbrp10", planes(rgb, 10, false)},
    Row{"gbrp12", planes(rgb, 12, false)},
    Row{"gbrp16", planes(rgb, 16, false)},
    Row{"gbrpf32", floats(planes(rgb, 16, false))},
    Row{"gbrap", planes(rgb, 8, true)},
    Row{"gbrap10", planes(rgb, 10, true)},
    Row{"gbrap12", planes(rgb, 12, true)},
    Row{"gbrap16", planes(rgb, 16, true)},
    Row{"gbrapf32", floats(planes(rgb, 16, true))},
    Row{"gray", planes(gray, 8, false)},
    Row{"gray10", planes(gray, 10, false)},
    Row{"gray12", planes(gray, 12, false)},
    Row{"gray16", planes(gray, 16, false)},
    Row{"grayf32", floats(planes(gray, 16, false))},
    Row{"ya8", grey_with_alpha(8)},
    Row{"ya16", grey_with_alpha(16)},
    Row{"rgb24", packed("rgb", 8)},
    Row{"bgr24", packed("bgr", 8)},
    Row{"rgba", packed("rgba", 8)},
    Row{"bgra", packed("bgra", 8)},
    Row{"argb", packed("argb", 8)},
    Row{"abgr", packed("abgr", 8)},
    Row{"rgb0", packed("rgb0", 8)},
    Row{"bgr0", packed("bgr0", 8)},
    Row{"0rgb", packed("0rgb", 8)},
    Row{"0bgr", packed("0bgr", 8)},
    Row{"rgb48", packed("rgb", 16)},
    Row{"rgba64", packed("rgba", 16)},
    Row{"bgr48", packed("bgr", 16)},
    Row{"bgra64", packed("bgra", 16)},
    Row{"rgbf16", packed_half("rgb")},
    Row{"rgbaf16", packed_half("rgba")},
    Row{"rgbf32", floats(packed("rgb", 16))},
    Row{"rgbaf32", floats(packed("rgba", 16))},
};
static_assert(rows.size() == OVL_FORMAT_RGBAF32);

}  // namespace

std::optional<PixelFormat> pixel_format(std::uint32_t format) {
  if (format == OVL_FORMAT_NONE || format > rows.size()) return std::nullopt;
  return rows[format - 1].format;
}

}  // namespace overlace::api

extern "C" {

uint32_t ovl_format_of(const char* name) {
  using overlace::api::rows;
  if (name == nullptr) return OVL_FORMAT_NONE;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (std::string_view(rows[i].name) == name) return static_cast<std::uint32_t>(i + 1);
  return OVL_FORMAT_NONE;
}

const char* ovl_format_name(uint32_t format) {
  using overlace::api::rows;
  return format == OVL_FORMAT_NONE || format > rows.size() ? nullptr : rows[format - 1].name;
}

}  // extern "C"
