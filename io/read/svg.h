// SPDX-License-Identifier: Apache-2.0
// SVG drawings as textures, through the program overlace-svg, which contains librsvg.
#pragma once

#include <memory>
#include <string>

#include "graph/data/texture.h"

namespace overlace {

/// Whether a file is an SVG drawing, by its extension: .svg or .svgz.
[[nodiscard]] inline bool is_svg(const std::string& path) {
  return path.ends_with(".svg") || path.ends_with(".svgz");
}

/// Reads a drawing at its own size, but at least svg_texels on its longer side. Throws Error(input)
/// for files that are not drawings, Error(limit) for drawings larger than max_texture_side or
/// max_texture_texels or that take more than svg_limits to draw, Error(unavailable) without the
/// program.
[[nodiscard]] std::shared_ptr<const Texture> read_svg(const std::string& path);

}  // namespace overlace
