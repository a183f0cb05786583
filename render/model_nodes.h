// SPDX-License-Identifier: Apache-2.0
// The nodes of a document that a model finds objects for.
#pragma once

#include <cstddef>

#include "graph/core/json.h"
#include "render/graph_settings.h"

namespace overlace {

/// Every track_input that reads no file of its own becomes a track_detect that runs
/// `settings.model`, with the parameters of `settings.detect`. Returns how many there are. Throws
/// Error(usage) for wrong parameters.
std::size_t use_model(Json& document, const GraphSettings& settings);

}  // namespace overlace
