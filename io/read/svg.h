// SPDX-License-Identifier: Apache-2.0
// SVG drawings as textures, through the module that contains librsvg.
#pragma once

#include <memory>
#include <string>

#include "graph/data/texture.h"

namespace overlace {

/// Minimum texels on the longer side of a drawing: enough to be sharp at any size of an icon or a
/// logo.
inline constexpr int svg_texels = 1024;

/// Whether a file is an SVG drawing, by its extension: .svg or .svgz.
[[nodiscard]] bool is_svg(const std::string& path);

/// Reads a drawing at its own size, but at least svg_texels on its longer side. Throws Error(input)
/// for files that are not drawings, Error(limit) for drawings larger than max_texture_side,
/// Error(unavailable) without the module.
[[nodiscard]] std::shared_ptr<const Texture> read_svg(const std::string& path);

}  // namespace overlace

/// Exported by the module: the same; the caller owns the result.
extern "C" overlace::Texture* overlace_read_svg(const std::string& path);
