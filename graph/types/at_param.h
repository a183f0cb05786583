// SPDX-License-Identifier: Apache-2.0
// Errors of a node's parameters name the parameter; whoever knows the node adds its location.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graph/core/error.h"

namespace overlace {

/// Whether a location names only a parameter of some node, as in "text" or "points/1": a pointer
/// that does not begin at the document.
[[nodiscard]] inline bool is_of_param(const SourceLocation& place) {
  return place.file.empty() && !place.pointer.empty() && !place.pointer.starts_with('/');
}

/// Runs `work`; if it throws an Error without a location, sets that to a parameter, or to an entry
/// of a list parameter: "points/1".
template <class F>
decltype(auto) at_param(const std::string& param, F work) {
  try {
    return work();
  } catch (const Error& error) {
    std::vector<Diagnostic> problems = error.problems();
    for (Diagnostic& problem : problems)
      if (problem.location.file.empty() && problem.location.pointer.empty())
        problem.location.pointer = param;
    throw Error(error.code(), std::move(problems));
  }
}

}  // namespace overlace
