// SPDX-License-Identifier: Apache-2.0
// A picture file as a texture to paint with.
#pragma once

#include <memory>
#include <string>

#include "graph/data/texture.h"

namespace overlace {

/// Reads the only picture of a file (PNG, JPEG, WebP, TIFF, BMP, GIF …), rotated for display, with
/// its transparency, as R'G'B' of BT.709 or sRGB. Throws Error(input) for files that are not
/// pictures, hold several (a video, an animation, numbered pictures) or are not display-referred
/// (HDR, scene-linear), Error(limit) for pictures larger than max_texture_side or
/// max_texture_texels. read_svg reads SVG drawings.
[[nodiscard]] std::shared_ptr<const Texture> read_still(const std::string& path);

}  // namespace overlace
