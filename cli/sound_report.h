// SPDX-License-Identifier: Apache-2.0
// What a graph plays, as facts and as text.
#pragma once

#include <string>

#include "graph/core/json.h"
#include "graph/plan/sound_plan.h"
#include "render/graph_sound.h"

namespace overlace {

/// The nodes that are played, in document order, the input of each, and the settings they are
/// played with; null if the graph plays nothing.
[[nodiscard]] Json sound_facts(const SoundPlan& plan, const SoundSettings& settings);

/// The facts for people; empty if there are none.
[[nodiscard]] std::string sound_text(const Json& facts);

}  // namespace overlace
