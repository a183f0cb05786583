// SPDX-License-Identifier: Apache-2.0
// What a program can rely on, whoever starts it: standard descriptors, and room on its stacks.
#pragma once

#include <functional>

namespace overlace {

/// Runs `program` as the whole work of this process; returns what it returns. It must not throw.
/// Standard descriptors that were closed are taken, so that no file that is opened gets their
/// numbers and with them what is printed; to read or print still fails. Stacks have 8 MiB, those of
/// new threads, too, even under a lower limit (`ulimit -s`).
int run_process(const std::function<int()>& program);

}  // namespace overlace
