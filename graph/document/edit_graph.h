// SPDX-License-Identifier: Apache-2.0
// Changes of a graph document as its author would type them: what is named is found, typed and
// checked, and only its bytes change.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/document/document.h"
#include "graph/document/edit_text.h"

namespace overlace {

/// What to change. `target` is a knob, "theme.NAME", "NODE.PARAM", "NODE.inputs.PORT", or a JSON
/// pointer, which begins with "/". `value` is spelled as in a Setting; for a port it is a node's
/// name, or a JSON list of names; at a pointer it is JSON. Without a value, the one that the text
/// has is taken away: the default holds again, or what the document inherits.
struct GraphChange {
  std::string target;
  std::optional<std::string> value{};
};

/// The edits of `document.text` that make the change, in no other document: one that extends
/// another gets a value of its own. `find` finds what it extends. Throws Error(usage) if the text
/// is no document, the target does not exist, the value does not fit it, or the document would have
/// a problem that it did not have. One problem can hide others: where there have been any, only new
/// ones at the changed value count.
[[nodiscard]] std::vector<TextEdit> edit_graph(const Source& document, const GraphChange& change,
                                               const FindSource& find, const Registry& registry);

}  // namespace overlace
