// SPDX-License-Identifier: Apache-2.0
// VapourSynth's frames as libovl's pictures: formats and colours.
#pragma once

#include <VapourSynth4.h>
#include <overlace.h>

#include <cstdint>
#include <functional>
#include <string>

namespace overlace::vapoursynth {

/// The format with the same sample layout; OVL_FORMAT_NONE if libovl has none.
[[nodiscard]] std::uint32_t format_of(const VSVideoFormat& format);

/// A numeric frame property, or `fallback` if the frame does not have it.
using Property = std::function<std::int64_t(const char* name, std::int64_t fallback)>;

/// Reads a frame's colour properties, numbered as in ITU-T H.273. Returns the one that cannot be
/// drawn on, such as "_Matrix=8"; "" if there is none.
[[nodiscard]] std::string read_colors(const Property& property, ovl_image& image);

}  // namespace overlace::vapoursynth
