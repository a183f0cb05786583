// SPDX-License-Identifier: Apache-2.0
// What a render hides, as JSON and as text.
#pragma once

#include <string>
#include <vector>

#include "graph/analysis/redaction.h"
#include "graph/core/json.h"

namespace overlace {

/// A list with an object per node that redacts: its name, its tracks, boxes without an id, and the
/// gaps of its tracks, each with "id", "first" and "last". "other_pictures" is there only if the
/// pictures of some frames are not, or not certainly, their own.
[[nodiscard]] Json redaction_facts(const std::vector<Redaction>& redactions);
/// The facts as a section of `explain`; empty if nothing redacts.
[[nodiscard]] std::string redaction_text(const Json& facts);

}  // namespace overlace
