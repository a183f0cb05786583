// SPDX-License-Identifier: Apache-2.0
// What the main functions of test programs do.
#pragma once

namespace overlace::test {

/// The exit code of a program whose cases were all skipped.
inline constexpr int all_skipped = 77;

/// Runs the cases that the command line selects. Returns the exit code: 0, 1 if one failed or none
/// was selected, or `all_skipped`.
[[nodiscard]] int run_tests(int argc, char** argv);

}  // namespace overlace::test
