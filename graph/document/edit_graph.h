// SPDX-License-Identifier: Apache-2.0
// Changes of a graph document as its author would name them: what is named is found, typed and
// checked, and only its bytes change.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/document/document.h"
#include "graph/document/edit_text.h"
#include "graph/document/graph_acts.h"

namespace overlace {

/// What acts make of a document.
struct GraphEdit {
  std::vector<TextEdit> edits{};       ///< of the document's text, in order
  std::vector<Diagnostic> problems{};  ///< that the edited document has, and had not before
  std::vector<std::string> added{};    ///< names of the nodes that were added, in order
};

/// The edits of `document.text` that perform the acts, one after the other, in no other document:
/// one that extends another gets values of its own. `find` finds what it extends. Comments, order,
/// spacing and line ends stay. Throws Error(usage) if the text is no document, or an act makes no
/// sense in it; then nothing is to be edited.
///
/// One problem can hide others: where there have been any, only new ones at changed values count.
[[nodiscard]] GraphEdit edit_graph(const Source& document, const std::vector<GraphAct>& acts,
                                   const FindSource& find, const Registry& registry);

/// The same; throws Error(usage) with the problems, if there are any.
[[nodiscard]] std::vector<TextEdit> edit_without_problems(const Source& document,
                                                          const std::vector<GraphAct>& acts,
                                                          const FindSource& find,
                                                          const Registry& registry);

}  // namespace overlace
