// SPDX-License-Identifier: Apache-2.0
// Colour look-up tables from .cube files.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "graph/data/lut.h"

namespace overlace {

/// Parses a .cube file as described by Adobe's "Cube LUT Specification 1.0" and written by DaVinci
/// Resolve: a curve of 2 to 65536 points or a cube of 2 to 65 points a side. Throws Error(usage)
/// with `name` and the line for anything else: misplaced lines, numbers that are not finite, too
/// few or too many of them.
[[nodiscard]] Lut parse_cube(std::string_view text, const std::string& name);

/// Parses the file at `path`. Throws Error(usage), also where it cannot be read.
[[nodiscard]] std::shared_ptr<const Lut> read_cube(const std::string& path);

}  // namespace overlace
