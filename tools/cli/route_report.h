// SPDX-License-Identifier: Apache-2.0
// The way of a frame's bytes from decoder to encoder, as facts and as text.
#pragma once

#include <string>

#include "graph/core/json.h"
#include "render/frame_plan.h"

namespace overlace {

/// The steps, each with the bytes of a frame that it reads and writes, and how often a byte is read
/// and written in all.
[[nodiscard]] Json route_facts(const FramePlan& plan);

/// These facts as a table for people.
[[nodiscard]] std::string route_text(const Json& facts);

}  // namespace overlace
