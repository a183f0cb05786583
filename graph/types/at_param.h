// SPDX-License-Identifier: Apache-2.0
// Errors of a node's parameters: which one it is. Whoever knows the node says where that is.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graph/core/error.h"

namespace overlace {

/// Whether a place is that of a parameter of some node, as in "text" or "points/1": a pointer that
/// does not begin at the document.
[[nodiscard]] inline bool is_of_param(const SourceLocation& place) {
  return place.file.empty() && !place.pointer.empty() && !place.pointer.starts_with('/');
}

/// Does `work`, and gives an Error that it throws without a place that of a parameter, or of an
/// entry of one that is a list: "points/1".
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
