// SPDX-License-Identifier: Apache-2.0
// Functions of the driver, found through the runtime: nothing links to the driver.
#pragma once

namespace overlace::cuda {

/// Where the driver has a function of this name, as of a version of CUDA: 1000 x major + 10 x
/// minor, which decides its signature. Null where the driver has none, or where there is no driver.
/// Leaves no error behind in the runtime.
[[nodiscard]] void* find_driver_function(const char* name, unsigned version);

/// The same as a pointer to such a function.
template <class Function>
[[nodiscard]] Function driver_function(const char* name, unsigned version) {
  return reinterpret_cast<Function>(find_driver_function(name, version));
}

}  // namespace overlace::cuda
