// SPDX-License-Identifier: Apache-2.0
// SVG drawings where no other program can be run.
#include "graph/core/error.h"
#include "io/read/svg.h"

namespace overlace {

std::shared_ptr<const Texture> read_svg(const std::string& path) {
  throw Error(ErrorCode::unavailable, "is an SVG drawing, which cannot be read here",
              "use a PNG file", SourceLocation{path});
}

}  // namespace overlace
