// SPDX-License-Identifier: Apache-2.0
// GStreamer's pictures as libovl's: formats, colorimetry, planes.
#pragma once

#include <gst/video/video.h>
#include <overlace.h>

#include <span>
#include <string>

namespace overlace::gstreamer {

/// The same sample layout under both names.
struct FormatPair {
  GstVideoFormat theirs;
  ovl_format ours;
};
/// Every raw format that the element takes.
[[nodiscard]] std::span<const FormatPair> format_pairs();
/// Caps of all these formats, of any size and rate, in system memory.
[[nodiscard]] std::string caps_text();

/// The format and colours of caps; size and planes are left open.
[[nodiscard]] ovl_image image_of(const GstVideoInfo& info);
/// Sets size and planes from a mapped frame. Planes are in component order, as in libovl.
void place(const GstVideoFrame& frame, ovl_image& image);

}  // namespace overlace::gstreamer
