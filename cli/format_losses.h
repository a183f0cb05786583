// SPDX-License-Identifier: Apache-2.0
// What track formats cannot store, for their reference.
#pragma once

#include <string>
#include <vector>

#include "io/tracks/format.h"

namespace overlace {

/// What a writable format loses from a table with everything that a table can have: each object has
/// one kind of shape, with its box around it.
[[nodiscard]] std::vector<std::string> losses_of_everything(const TrackFormat& format);

}  // namespace overlace
