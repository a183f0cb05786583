// SPDX-License-Identifier: Apache-2.0
// How fast numbered OpenEXR pictures follow each other.
#pragma once

#include <optional>
#include <string>

#include "graph/core/time.h"

namespace overlace {

/// The attribute framesPerSecond of the file at `path`, if it is an EXR file that has one.
[[nodiscard]] std::optional<Rational> exr_frame_rate(const std::string& path);

}  // namespace overlace
