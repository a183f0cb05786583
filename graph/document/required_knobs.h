// SPDX-License-Identifier: Apache-2.0
// Knobs without which a document can be looked at, but is not worth a render.
#pragma once

#include <vector>

#include "graph/document/document.h"

namespace overlace {

/// Throws Error(usage) with every knob that is "required" and used by a parameter, and whose text
/// these values leave empty.
void check_required_knobs(Json document, const std::vector<Setting>& values,
                          const Registry& registry);

}  // namespace overlace
