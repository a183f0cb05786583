// SPDX-License-Identifier: Apache-2.0
// What the errors of the CUDA runtime mean to a caller who wants a picture drawn.
#pragma once

#include <cuda_runtime_api.h>

#include <optional>

#include "graph/core/error.h"

namespace overlace::cuda {

/// Which of three things an error means: Error(out_of_memory); Error(unavailable) for what another
/// GPU, driver, machine or build would not have; Error(internal) for a wrong call or kernel of
/// ours. Nothing for success, and for errors of a newer CUDA that the table does not know. The
/// meanings follow the descriptions in the CUDA Runtime API, "Data types used by CUDA Runtime".
[[nodiscard]] std::optional<ErrorCode> known_meaning(cudaError_t status);

/// The same, with unknown errors counted as ours. Precondition: `status` is not success.
[[nodiscard]] inline ErrorCode meaning_of(cudaError_t status) {
  return known_meaning(status).value_or(ErrorCode::internal);
}

}  // namespace overlace::cuda
