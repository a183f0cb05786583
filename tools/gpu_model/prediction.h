// SPDX-License-Identifier: Apache-2.0
// What a frame would take by the model: to be compared with other predictions only. No GPU has
// calibrated it.
#pragma once

#include "tools/bench/gpu/prediction.h"
#include "tools/gpu_model/frame.h"

namespace overlace::gpu_model {

/// Low: all schedulers issue all the time, and 15 % more; likely: half way between the mean and the
/// slowest multiprocessor; high: the slowest at the base clock, and 10 % more.
[[nodiscard]] Prediction predict(const LaunchCounts& counts, const Machine& machine);

/// A frame: its kernels, of those that run at the same time the slower ones, what lies between two
/// of them, and the way of its records from the host's memory.
[[nodiscard]] Prediction predict(const FrameReport& frame, const Machine& machine);

}  // namespace overlace::gpu_model
