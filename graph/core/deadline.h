// SPDX-License-Identifier: Apache-2.0
// How long somebody waits.
#pragma once

#include <chrono>

namespace overlace {

/// When somebody who waits wants an answer, be it a provisional one.
using Deadline = std::chrono::steady_clock::time_point;

}  // namespace overlace
