// SPDX-License-Identifier: Apache-2.0
// libav's pixel formats and colour tags in overlace's terms, and back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/data/image.h"
#include "io/av/av.h"

namespace overlace {

/// The memory layout of `format`; nothing where ImageView cannot express it (palettes, packed
/// Y'CbCr, 4:1:1 and 4:4:0 chroma, bit fields, foreign byte order): such frames are converted
/// before drawing.
[[nodiscard]] std::optional<PixelFormat> pixel_format_from_av(AVPixelFormat format);

/// The libav format with this layout, or AV_PIX_FMT_NONE.
[[nodiscard]] AVPixelFormat pixel_format_to_av(const PixelFormat& format);

/// `format` itself when it can be drawn on, else the drawable format that loses least.
[[nodiscard]] AVPixelFormat drawable_format(AVPixelFormat format);

/// The full-range "J" formats are the plain ones with another range tag: relabels such a frame.
void normalize_full_range(AVFrame& frame);

/// Tags gray of unspecified range as full range, the convention of picture files.
void assume_full_range_gray(AVFrame& frame);

/// What a frame's code values mean. Missing tags are guessed: matrix BT.709 where width >= 1280 or
/// height > 576, else BT.601; limited range for Y'CbCr.
[[nodiscard]] ColorSpec color_spec_of(const AVFrame& frame);
/// The same; appends a sentence to `guesses` for each guess.
[[nodiscard]] ColorSpec color_spec_of(const AVFrame& frame, std::vector<std::string>& guesses);

/// The same colours as JPEG stores them (JFIF): BT.601's matrix, full range, chroma between columns
/// and rows.
[[nodiscard]] constexpr ColorSpec as_jpeg(ColorSpec color) {
  color.matrix = ColorMatrix::bt601;
  color.range = ColorRange::full;
  color.siting = ChromaSiting::center;
  return color;
}

/// Sets a frame's colour tags to `color`; tags that already agree are kept.
void tag_frame(AVFrame& frame, const ColorSpec& color);

/// A view of a frame's planes, on the host or on the device. Precondition: the frame's format is
/// drawable.
[[nodiscard]] ImageView view_of(const AVFrame& frame, const ColorSpec& color);

/// A frame that borrows the planes of `view`; valid as long as they are. Precondition: libav has an
/// equal format.
[[nodiscard]] FramePtr borrow(const ImageView& view);

}  // namespace overlace
