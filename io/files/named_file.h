// SPDX-License-Identifier: Apache-2.0
// Files that users name: a name at which nothing is, beside what they may have meant.
#pragma once

#include <string>

#include "graph/core/error.h"

namespace overlace {

/// Throws Error(code) where nothing is at `path`: with the nearest name in that folder, or else
/// with the working folder, in which relative paths begin.
void throw_if_missing(const std::string& path, ErrorCode code);

/// Returns read(path). If that fails and the file does not exist, throws what throw_if_missing
/// does.
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
