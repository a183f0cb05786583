// SPDX-License-Identifier: Apache-2.0
// Fuzzes expressions: any text is compiled and evaluated, or gives an Error, in bounded time.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "graph/core/error.h"
#include "graph/values/expression.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const overlace::Expression expression(std::string(reinterpret_cast<const char*>(data), size));
    const std::vector<double> values(expression.names().size(), 0.5);
    const double once = expression.evaluate(values), again = expression.evaluate(values);
    if (once != again && once == once) std::abort();
  } catch (const overlace::Error&) {  // refusing is as valid as compiling
  }
  return 0;
}
