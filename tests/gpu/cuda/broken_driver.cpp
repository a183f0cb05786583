// SPDX-License-Identifier: Apache-2.0
// A libcuda that has no device: the CUDA runtime loads it in place of a driver. The environment
// says what is wrong with it.
#include <cstdlib>

namespace {

int number(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? 0 : std::atoi(text);
}

}  // namespace

extern "C" {

/// What cuInit answers: BROKEN_DRIVER_INIT, a CUresult.
int cuInit(unsigned /*flags*/);
/// CUDA's version that it claims: BROKEN_DRIVER_VERSION, 13000 for 13.0.
int cuDriverGetVersion(int* version);

int cuInit(unsigned /*flags*/) {
  return number("BROKEN_DRIVER_INIT");
}

int cuDriverGetVersion(int* version) {
  *version = number("BROKEN_DRIVER_VERSION");
  return 0;
}
}
