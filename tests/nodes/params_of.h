// SPDX-License-Identifier: Apache-2.0
// Parameters of a node in a test: those shared by all cases, and the changes of one case.
#pragma once

#include <string>

#include "graph/core/json.h"

namespace overlace::test {

/// Parameters as JSON text: those of `usual` (members of an object, without its braces), replaced
/// by those of the same name in `changes`.
[[nodiscard]] inline std::string params_of(const std::string& usual, const std::string& changes) {
  Json params = parse_json("{" + usual + "}", "usual parameters");
  const Json changed = parse_json("{" + changes + "}", "changes");
  for (const auto& [name, value] : changed.as_object()) params.set(name, value);
  return params.dump();
}

}  // namespace overlace::test
