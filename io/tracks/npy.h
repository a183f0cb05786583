// SPDX-License-Identifier: Apache-2.0
// Reads NumPy's NPY files: embeddings beside a track file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <span>
#include <vector>

namespace overlace {

/// A matrix, row by row.
struct NpyMatrix {
  std::uint64_t rows = 0;
  std::uint32_t columns = 0;
  std::vector<float> values;

  [[nodiscard]] std::span<const float> row(std::uint64_t i) const {
    return {values.data() + i * columns, columns};
  }
};

/// The widest row that is read.
inline constexpr std::uint32_t max_npy_columns = 2048;

/// Reads a matrix of float16, float32 or float64 in C order, little endian, format 1.0 to 3.0
/// (numpy.lib.format). `path` is for messages. Throws Error(input) for anything else, and when the
/// file's size does not match its header; Error(limit) for more than max_npy_columns columns.
[[nodiscard]] NpyMatrix read_npy_matrix(std::istream& stream, const std::filesystem::path& path);
[[nodiscard]] NpyMatrix read_npy_matrix(const std::filesystem::path& path);

}  // namespace overlace
