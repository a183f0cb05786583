// SPDX-License-Identifier: Apache-2.0
// The JSON Schema of documents as a file.
#pragma once

#include <string>

#include "graph/core/json.h"

namespace overlace {

/// A schema that document_schema() made, as text: each definition has a line of its own, and those
/// of nodes one for each parameter. A change of a node shows as that.
[[nodiscard]] std::string schema_text(const Json& schema);

}  // namespace overlace
