// SPDX-License-Identifier: Apache-2.0
// What track formats cannot hold, for their reference.
#pragma once

#include <string>
#include <vector>

#include "io/tracks/format.h"

namespace overlace {

/// What a format that is written leaves out of a table with everything that a table can have: each
/// object has one kind of shape, and its box lies around it.
[[nodiscard]] std::vector<std::string> losses_of_everything(const TrackFormat& format);

}  // namespace overlace
