// SPDX-License-Identifier: Apache-2.0
// Colour look-up tables from .cube files.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "graph/data/lut.h"

namespace overlace {

/// The table in the text of a .cube file, as Adobe's "Cube LUT Specification 1.0" and DaVinci
/// Resolve write it: a curve of 2 to 65536 points or a cube of 2 to 65 points a side. Throws
/// Error(usage) with `name` and the line for what is none: lines out of place, numbers that are not
/// finite, too few or too many of them.
[[nodiscard]] Lut parse_cube(std::string_view text, const std::string& name);

/// The same of a file. Throws Error(usage) also where it cannot be read.
[[nodiscard]] std::shared_ptr<const Lut> read_cube(const std::string& path);

}  // namespace overlace
