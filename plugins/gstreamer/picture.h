// SPDX-License-Identifier: Apache-2.0
// GStreamer's pictures as libovl's: formats, colorimetry, planes.
#pragma once

#include <gst/video/video.h>
#include <overlace.h>

#include <span>
#include <string>

namespace overlace::gstreamer {

/// The same layout of samples by both names.
struct FormatPair {
  GstVideoFormat theirs;
  ovl_format ours;
};
/// Every raw format that the element takes. Y'CbCr with alpha is straight there, which is not drawn
/// on.
[[nodiscard]] std::span<const FormatPair> format_pairs();
/// Caps of all of them, of any size and rate, in system memory.
[[nodiscard]] std::string caps_text();

/// What caps say of colours, and the format; size and planes are left open.
[[nodiscard]] ovl_image image_of(const GstVideoInfo& info);
/// Size and planes of a mapped frame. Planes are in the order of components, which is libovl's.
void place(const GstVideoFrame& frame, ovl_image& image);

}  // namespace overlace::gstreamer
