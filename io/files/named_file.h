// SPDX-License-Identifier: Apache-2.0
// Files named by users: an error for a missing one suggests what they may have meant.
#pragma once

#include <string>

#include "graph/core/error.h"

namespace overlace {

/// Throws Error(code) if `path` does not exist: with the nearest name in its folder, or else with
/// the working folder, to which relative paths refer. A pattern of names (* or ?) is no missing
/// file.
void throw_if_missing(const std::string& path, ErrorCode code);

/// Returns read(path). If that fails and the file does not exist, throws as throw_if_missing.
template <class Read>
[[nodiscard]] auto read_named_file(const std::string& path, const Read& read) {
  try {
    return read(path);
  } catch (const Error& error) {
    throw_if_missing(path, error.code());
    throw;
  }
}

}  // namespace overlace
