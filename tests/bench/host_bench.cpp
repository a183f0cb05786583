// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/host_bench.h"

namespace overlace {

template class DeviceReplay<TimedQueue<TickingQueue>>;
template class DeviceBench<TickingQueue>;
template class DeviceBench<HastyQueue>;

}  // namespace overlace
