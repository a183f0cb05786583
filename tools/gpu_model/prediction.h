// SPDX-License-Identifier: Apache-2.0
// How long a frame would take according to the model. Only for comparison with other predictions:
// the model is not calibrated on any GPU.
#pragma once

#include "tools/bench/gpu/prediction.h"
#include "tools/gpu_model/frame.h"

namespace overlace::gpu_model {

/// Low: all schedulers always issue, plus 15 %. Likely: halfway between the mean and the slowest
/// multiprocessor. High: the slowest at the base clock, plus 10 %.
[[nodiscard]] Prediction predict(const LaunchCounts& counts, const Machine& machine);

/// A frame: its kernels, only the slower branch where two run at the same time, the gaps between
/// kernels, and reading its records from host memory.
[[nodiscard]] Prediction predict(const FrameReport& frame, const Machine& machine);

}  // namespace overlace::gpu_model
