// SPDX-License-Identifier: Apache-2.0
// Whether a video is decoded by NVDEC and encoded by NVENC.
#pragma once

#include <cstdint>
#include <optional>

#include "io/write/frame_sink.h"

namespace overlace {

/// Where NVDEC and NVENC are used.
enum class HwAccel : std::uint8_t {
  automatic,  ///< only where pictures are drawn on a GPU: they need not leave it
  none,       ///< software, unless an NVENC encoder is named
  cuda,       ///< wherever available, even when the CPU draws
  required,   ///< like `cuda`, but an error where it is not available
};

/// Opens the device if `mode` wants it, and sets how to read and write. `gpu` is the device that
/// draws, as the driver counts; nothing = the CPU draws. If a device cannot be opened, reports it
/// to `reader.log` and leaves both in software; throws Error(unavailable) if it is required.
void choose_hardware(HwAccel mode, std::optional<int> gpu, ReaderOptions& reader,
                     WriterRun::Hardware& encoding);

}  // namespace overlace
