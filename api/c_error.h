// SPDX-License-Identifier: Apache-2.0
// Turns exceptions into what the C interface returns.
#pragma once

#include <string>
#include <utility>

#include "api/overlace.h"
#include "graph/core/error.h"

struct ovl_error {
  overlace::Error error;
  std::string text;  ///< of all problems
};

namespace overlace::api {

/// The code of the exception being handled; `error`, if not null, gets the full error.
[[nodiscard]] int caught(ovl_error** error) noexcept;

/// Runs the body of an exported function, and lets no exception out.
template <class Work>
[[nodiscard]] int guarded(ovl_error** error, Work&& work) noexcept {
  if (error != nullptr) *error = nullptr;
  try {
    std::forward<Work>(work)();
    return OVL_OK;
  } catch (...) {
    return caught(error);
  }
}

/// Throws Error(usage) with the text `otherwise` unless the condition holds.
void require(bool holds, const char* otherwise);

}  // namespace overlace::api
