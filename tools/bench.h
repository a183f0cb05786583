// SPDX-License-Identifier: Apache-2.0
// overlace bench: times the rasteriser on a reference scene.
#pragma once

#include <span>
#include <string>

namespace overlace {

/// Draws a moving scene of 500 curves and 100 boxes over a 3840x2160 4:2:0 picture and prints how
/// long its parts take beside a copy of the same picture. Options: `--threads N`, `--simd LEVEL`,
/// `--frames N`, `--fill`, `--seed N`, `--json`. Returns the exit code; throws Error(usage) for
/// unknown options.
int run_bench(std::span<const std::string> args);

}  // namespace overlace
