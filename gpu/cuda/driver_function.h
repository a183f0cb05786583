// SPDX-License-Identifier: Apache-2.0
// Functions of the driver, found through the runtime: nothing links to the driver.
#pragma once

namespace overlace::cuda {

/// The driver's function of this name, as of a CUDA version, 1000 x major + 10 x minor, which
/// decides its signature. Null if the driver has none, or there is no driver. Leaves no error
/// behind in the runtime.
[[nodiscard]] void* find_driver_function(const char* name, unsigned version);

/// The same, as a pointer to a function of this type.
template <class Function>
[[nodiscard]] Function driver_function(const char* name, unsigned version) {
  return reinterpret_cast<Function>(find_driver_function(name, version));
}

}  // namespace overlace::cuda
