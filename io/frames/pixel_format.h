// SPDX-License-Identifier: Apache-2.0
// libav's pixel formats and colour tags in overlace's terms, and back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/data/image.h"
#include "io/av/av.h"

namespace overlace {

/// How samples of `format` lie in memory; nothing where an ImageView cannot say it (palettes,
/// packed Y'CbCr, 4:1:1 and 4:4:0 chroma, bit fields, foreign byte order): such frames are
/// converted before drawing.
[[nodiscard]] std::optional<PixelFormat> pixel_format_from_av(AVPixelFormat format);

/// The libav format with this layout, or AV_PIX_FMT_NONE.
[[nodiscard]] AVPixelFormat pixel_format_to_av(const PixelFormat& format);

/// `format` itself when it can be drawn on, else the drawable one that loses least.
[[nodiscard]] AVPixelFormat drawable_format(AVPixelFormat format);

/// The full-range "J" formats are the plain ones with another range tag: relabels such a frame.
void normalize_full_range(AVFrame& frame);

/// Gray whose range is not tagged becomes full range, as picture files have it.
void assume_full_range_gray(AVFrame& frame);

/// What a frame's code values mean. Tags that are missing are guessed: matrix BT.709 where width >=
/// 1280 or height > 576, else BT.601; limited range for Y'CbCr.
[[nodiscard]] ColorSpec color_spec_of(const AVFrame& frame);
/// The same; each guess is added to `guesses` as a sentence.
[[nodiscard]] ColorSpec color_spec_of(const AVFrame& frame, std::vector<std::string>& guesses);

/// Sets a frame's colour tags so that they say what `color` says; tags that agree already are kept.
void tag_frame(AVFrame& frame, const ColorSpec& color);

/// A view of a frame's planes, on the host or on the device. Precondition: the frame's format is
/// drawable.
[[nodiscard]] ImageView view_of(const AVFrame& frame, const ColorSpec& color);

/// A frame that borrows the planes of `view`; valid as long as they are. Precondition: the format
/// has a libav equal.
[[nodiscard]] FramePtr borrow(const ImageView& view);

}  // namespace overlace
