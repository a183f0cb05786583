// SPDX-License-Identifier: Apache-2.0
// Options for where to draw.
#pragma once

#include <string>

#include "cli/options.h"
#include "render/device_choice.h"

namespace overlace {

/// --device, --threads and --simd.
void add_device_options(const Command& command, DeviceSettings& settings);
/// --threads alone.
void add_threads_option(const Command& command, int& threads);
/// --simd alone.
void add_simd_option(const Command& command, SimdLevel& simd, const std::string& doc);

/// "auto", "cpu", "cuda" or "cuda:N" as a device. Throws Error(usage) with the nearest
/// name.
[[nodiscard]] DeviceTarget parse_device(const std::string& text);

}  // namespace overlace
