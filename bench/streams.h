// SPDX-License-Identifier: Apache-2.0
// Several streams side by side: whether each costs more than it does alone.
#pragma once

#include <functional>
#include <string>

#include "bench/rows.h"

namespace overlace {

/// Does all the work of one stream and returns whether its result was right. Called by several
/// threads at once.
using StreamWork = std::function<bool()>;

/// Runs rounds in which the work is done by one thread, and then by ten at once, however many cores
/// there are. The row has the processor time of a thread alone, and how much more it needs beside
/// the others; the target is at most 5 %.
[[nodiscard]] BenchRow streams_row(const std::string& name, int rounds, const StreamWork& work);

}  // namespace overlace
