// SPDX-License-Identifier: Apache-2.0
// A frame's route from decoder to encoder, as facts and as text.
#pragma once

#include <string>

#include "graph/core/json.h"
#include "render/frame_plan.h"

namespace overlace {

/// The steps, each with the bytes of a frame that it reads and writes, and how often each byte is
/// read and written in total.
[[nodiscard]] Json route_facts(const FramePlan& plan);

/// The facts as a table for people.
[[nodiscard]] std::string route_text(const Json& facts);

}  // namespace overlace
