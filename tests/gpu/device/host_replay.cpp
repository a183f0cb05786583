// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/device/host_replay.h"

namespace overlace {

template class DeviceReplay<HostQueue>;

}  // namespace overlace
