// SPDX-License-Identifier: Apache-2.0
// A node's parameters in a test: those that all of its cases share, and what is different in one.
#pragma once

#include <string>

#include "graph/core/json.h"

namespace overlace::test {

/// Parameters as JSON text: those of `usual` (members of an object, without its braces), with the
/// ones that `changes` names as it has them.
[[nodiscard]] inline std::string params_of(const std::string& usual, const std::string& changes) {
  Json params = parse_json("{" + usual + "}", "usual parameters");
  const Json changed = parse_json("{" + changes + "}", "changes");
  for (const auto& [name, value] : changed.as_object()) params.set(name, value);
  return params.dump();
}

}  // namespace overlace::test
