// SPDX-License-Identifier: Apache-2.0
// Several streams side by side: whether each of them costs more than it does alone.
#pragma once

#include <functional>
#include <string>

#include "tools/bench/rows.h"

namespace overlace {

/// Does the work of one stream, from its beginning to its end; says whether its result was right.
/// Called by several threads at once.
using StreamWork = std::function<bool()>;

/// Plays rounds in which the work is done by one thread and then by ten at once, on however many
/// cores there are. The row has the time that a thread's core was busy with it, and by how much
/// more that is in company; wanted are at most 5 %.
[[nodiscard]] BenchRow streams_row(const std::string& name, int rounds, const StreamWork& work);

}  // namespace overlace
