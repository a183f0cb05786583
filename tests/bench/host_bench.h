// SPDX-License-Identifier: Apache-2.0
// The device benchmarks on the host, compiled once for all tests in host_bench.cpp.
#pragma once

#include "bench/gpu/bench.h"
#include "tests/bench/ticking_queue.h"
#include "tests/gpu/device/host_replay.h"

namespace overlace {

extern template class DeviceReplay<TimedQueue<TickingQueue>>;
extern template class DeviceBench<TickingQueue>;
extern template class DeviceBench<HastyQueue>;

}  // namespace overlace
