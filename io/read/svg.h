// SPDX-License-Identifier: Apache-2.0
// SVG drawings as textures, by way of the module that has librsvg.
#pragma once

#include <memory>
#include <string>

#include "graph/data/texture.h"

namespace overlace {

/// Texels on the longer side of a drawing that is smaller itself: enough to be sharp at any size
/// that an icon or a logo has.
inline constexpr int svg_texels = 1024;

/// Whether a file is an SVG drawing, by the end of its name: .svg or .svgz.
[[nodiscard]] bool is_svg(const std::string& path);

/// Reads a drawing, as large as it says, or svg_texels on its longer side. Throws Error(input) for
/// what is no drawing, Error(limit) for what is larger than max_texture_side, Error(unavailable)
/// without the module.
[[nodiscard]] std::shared_ptr<const Texture> read_svg(const std::string& path);

}  // namespace overlace

/// What the module exports: the same, and the caller owns it.
extern "C" overlace::Texture* overlace_read_svg(const std::string& path);
