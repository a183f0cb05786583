// SPDX-License-Identifier: Apache-2.0
// Loads the module with the first drawing.
#include "io/read/svg.h"

#include "graph/core/error.h"
#include "graph/core/module.h"

namespace overlace {

bool is_svg(const std::string& path) {
  return path.ends_with(".svg") || path.ends_with(".svgz");
}

std::shared_ptr<const Texture> read_svg(const std::string& path) {
  auto* const read = module_function<decltype(overlace_read_svg)>("svg", "overlace_read_svg");
  if (read == nullptr)
    throw Error(ErrorCode::unavailable,
                "overlace-svg.so, which reads SVG drawings, is not installed",
                "build it with librsvg2-dev, or use a PNG file", SourceLocation{path});
  return std::shared_ptr<const Texture>(read(path));
}

}  // namespace overlace
