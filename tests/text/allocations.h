// SPDX-License-Identifier: Apache-2.0
// Counts allocations of the whole test program.
#pragma once

#include <cstddef>

namespace overlace::test {

/// Number of calls of operator new so far.
[[nodiscard]] std::size_t allocations();

}  // namespace overlace::test
