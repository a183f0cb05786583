// SPDX-License-Identifier: Apache-2.0
// The device pipeline on the host, compiled once for all tests.
#pragma once

#include "gpu/device/device_replay.h"
#include "tests/gpu/device/host_queue.h"

namespace overlace {

extern template class DeviceReplay<HostQueue>;

}  // namespace overlace
