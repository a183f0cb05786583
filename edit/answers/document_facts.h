// SPDX-License-Identifier: Apache-2.0
// What the page has to know of a document's text.
#pragma once

#include <string>

#include "graph/core/error.h"
#include "graph/core/json.h"
#include "render/graph_settings.h"

namespace overlace {

/// The problems of an error, as a list. "begin" and "end" are bytes of `text`, where they lie in
/// it: of the value with the problem, or of the innermost one around it that there is.
[[nodiscard]] Json problems_json(const Error& error, const std::string& text);

/// Checks the text in `settings`: "problems", and "document", merged with all that it extends, or
/// null where the text is no document.
[[nodiscard]] Json::Object document_facts(const GraphSettings& settings);

}  // namespace overlace
