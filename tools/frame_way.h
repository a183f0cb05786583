// SPDX-License-Identifier: Apache-2.0
// The way of a frame's bytes from decoder to encoder, as text.
#pragma once

#include <string>

#include "io/frame_plan.h"

namespace overlace {

/// A table of the steps, each with how often it reads and writes the bytes of a frame, and sums.
[[nodiscard]] std::string frame_way_text(const FramePlan& plan);

}  // namespace overlace
