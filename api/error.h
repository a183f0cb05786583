// SPDX-License-Identifier: Apache-2.0
// From exceptions to what the C interface returns.
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

/// The code of the exception being handled; `error` gets all of it where it is not null.
[[nodiscard]] int caught(ovl_error** error) noexcept;

/// Runs the work of an exported function, and lets nothing out.
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

/// Throws Error(usage).
void require(bool holds, const char* otherwise);

}  // namespace overlace::api
