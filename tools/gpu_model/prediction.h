// SPDX-License-Identifier: Apache-2.0
// How long a frame would take according to the model, to compare one version with another.
#pragma once

#include <string>

#include "tools/gpu_model/frame.h"

namespace overlace::gpu_model {

/// Microseconds, at the boost clock.
struct Prediction {
  double low = 0, likely = 0, high = 0;
  Prediction& operator+=(const Prediction& other);
};
/// "41.0 / 48.2 / 60.9".
[[nodiscard]] std::string prediction_text(const Prediction& prediction);

/// Low: when multiprocessors end on average. Likely: when the last one ends. High: a sixth later,
/// because an H200 took that much longer to paint than the model does, which knows of no
/// contention.
[[nodiscard]] Prediction predict(const LaunchCounts& counts, const Machine& machine);

/// A frame: its kernels, only the slower branch where two run at the same time, the gaps between
/// kernels, and reading its records from host memory.
[[nodiscard]] Prediction predict(const FrameReport& frame, const Machine& machine);

}  // namespace overlace::gpu_model
