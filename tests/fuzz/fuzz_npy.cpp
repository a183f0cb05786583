// SPDX-License-Identifier: Apache-2.0
// Fuzzes the reader of NPY files: any bytes give an Error, or a matrix of the declared size, no
// larger than the file.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "graph/core/error.h"
#include "io/tracks/npy.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t smallest_number = 2;  // bytes
  std::istringstream stream(std::string(reinterpret_cast<const char*>(data), size));
  try {
    const overlace::NpyMatrix matrix = overlace::read_npy_matrix(stream, "fuzz.npy");
    if (matrix.values.size() != matrix.rows * matrix.columns || matrix.columns == 0 ||
        matrix.values.size() * smallest_number > size)
      std::abort();
  } catch (const overlace::Error&) {  // refusing is as valid as reading
  }
  return 0;
}
