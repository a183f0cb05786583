// SPDX-License-Identifier: Apache-2.0
// What a graph plays, as facts and as text.
#pragma once

#include <string>

#include "graph/core/json.h"
#include "graph/plan/sound.h"
#include "render/graph_sound.h"

namespace overlace {

/// The nodes that are played, in the order of the document, what each of them hears, and what they
/// are played with; null where the graph plays nothing.
[[nodiscard]] Json sound_facts(const SoundPlan& plan, const SoundSettings& settings);

/// These facts for people; empty where there are none.
[[nodiscard]] std::string sound_text(const Json& facts);

}  // namespace overlace
