// SPDX-License-Identifier: Apache-2.0
// A libcuda without a device, which the CUDA runtime loads in place of the driver. Environment
// variables say how it is broken.
#include <cstdlib>

namespace {

int number(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? 0 : std::atoi(text);
}

}  // namespace

extern "C" {

/// Returns BROKEN_DRIVER_INIT, a CUresult.
int cuInit(unsigned /*flags*/);
/// Reports BROKEN_DRIVER_VERSION as CUDA's version: 13000 for 13.0.
int cuDriverGetVersion(int* version);

int cuInit(unsigned /*flags*/) {
  return number("BROKEN_DRIVER_INIT");
}

int cuDriverGetVersion(int* version) {
  *version = number("BROKEN_DRIVER_VERSION");
  return 0;
}
}
