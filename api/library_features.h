// SPDX-License-Identifier: Apache-2.0
// What this build can do, on this machine.
#pragma once

#include "graph/core/json.h"

namespace overlace::api {

/// Version, track formats, pixel formats, and the GPUs that were found.
[[nodiscard]] Json features_json();

}  // namespace overlace::api
