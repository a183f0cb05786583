// SPDX-License-Identifier: Apache-2.0
// The device benchmarks on the host, compiled once for all tests in host_bench.cpp.
#pragma once

#include "tests/gpu/device/host_replay.h"
#include "tests/gpu/device/ticking_queue.h"
#include "tools/bench/gpu/bench.h"

namespace overlace {

extern template class DeviceReplay<TimedQueue<TickingQueue>>;
extern template class DeviceBench<TickingQueue>;
extern template class DeviceBench<HastyQueue>;

}  // namespace overlace
