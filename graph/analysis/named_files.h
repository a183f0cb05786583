// SPDX-License-Identifier: Apache-2.0
// Files that a graph names: their problems are reported where they are named.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "graph/core/error.h"

namespace overlace {

/// Throws the problems of the file at `path` with their positions in it as text and without a
/// location; the node that names the file adds its own.
[[noreturn]] inline void throw_as_named(const std::string& path, const Error& error) {
  std::vector<Diagnostic> problems = error.problems();
  for (Diagnostic& problem : problems) {
    if (problem.location.file.empty()) problem.location.file = path;
    problem.message = problem.location.text() + ": " + problem.message;
    problem.location = {};
  }
  throw Error(error.code(), std::move(problems));
}

}  // namespace overlace
