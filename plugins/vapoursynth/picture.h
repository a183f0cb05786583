// SPDX-License-Identifier: Apache-2.0
// VapourSynth's frames as libovl's pictures: formats and colours.
#pragma once

#include <VapourSynth4.h>
#include <overlace.h>

#include <cstdint>
#include <functional>
#include <string>

namespace overlace::vapoursynth {

/// The same layout of samples; OVL_FORMAT_NONE where libovl has none.
[[nodiscard]] std::uint32_t format_of(const VSVideoFormat& format);

/// A number among a frame's properties, or `fallback` where the frame does not say.
using Property = std::function<std::int64_t(const char* name, std::int64_t fallback)>;

/// What a frame's properties say of its colours, by the numbers of ITU-T H.273. Returns what cannot
/// be drawn on, such as "_Matrix=8"; "" where nothing is in the way.
[[nodiscard]] std::string read_colors(const Property& property, ovl_image& image);

}  // namespace overlace::vapoursynth
