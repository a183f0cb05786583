// SPDX-License-Identifier: Apache-2.0
// What the model of a GPU (tools/gpu-count) predicts for the reference scene, printed next to what
// is measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/vec.h"
#include "tools/bench/rows.h"

namespace overlace {

/// Microseconds.
struct Prediction {
  double low = 0, likely = 0, high = 0;
  Prediction& operator+=(const Prediction& other);
};

/// A kernel of the reference scene, or a whole frame, on an H200: a row of the table in
/// docs/gpu.md.
struct PredictedKernel {
  std::string kernel;              ///< its short name
  std::uint64_t instructions = 0;  ///< executed by all its warps
  std::optional<Prediction> time;  ///< if the table has one
};

/// "41.0 / 48.2 / 60.9".
[[nodiscard]] std::string prediction_text(const Prediction& prediction);
/// The rows of a Markdown table as tools/gpu-count writes it; other lines are skipped. Throws
/// Error(input) for a row whose numbers cannot be read.
[[nodiscard]] std::vector<PredictedKernel> read_predictions(std::string_view table);
/// The row of that kernel, or of a whole frame (`frame`), in the documentation that this program
/// was built with.
[[nodiscard]] std::optional<PredictedKernel> documented_prediction(std::string_view short_name);
/// Adds the prediction to a row measured on a picture of this size, if the model's was as large.
void add_prediction(BenchRow& row, std::string_view short_name, Size picture);

}  // namespace overlace
