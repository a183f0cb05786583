// SPDX-License-Identifier: Apache-2.0
// The frame rate of numbered OpenEXR pictures.
#pragma once

#include <optional>
#include <string>

#include "graph/core/time.h"

namespace overlace {

/// The attribute framesPerSecond of the file at `path`, if it is an EXR file and has one.
[[nodiscard]] std::optional<Rational> exr_frame_rate(const std::string& path);

}  // namespace overlace
