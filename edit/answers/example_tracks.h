// SPDX-License-Identifier: Apache-2.0
// Tracks to try things on, where the user has none.
#pragma once

#include <string>

#include "graph/core/vec.h"

namespace overlace {

/// The test card that they belong to: ten seconds.
inline constexpr Size example_size{1280, 720};
inline constexpr int example_rate = 25, example_frames = 250;

/// A table (CSV) of people and a car that walk over the card's floor, meet, and leave: the same
/// every time.
[[nodiscard]] std::string example_tracks();

}  // namespace overlace
