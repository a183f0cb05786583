// SPDX-License-Identifier: Apache-2.0
// Copying pictures off the GPU costs more than NVDEC saves, so the CPU's pictures stay in software
// unless asked for.
#include "render/hwaccel.h"

#include <fmt/format.h>

#include "graph/core/error.h"

namespace overlace {

void choose_hardware(HwAccel mode, std::optional<int> gpu, ReaderOptions& reader,
                     WriterRun::Hardware& encoding) {
  encoding.required = mode == HwAccel::required;
  if (mode == HwAccel::none || (mode == HwAccel::automatic && !gpu)) return;
  try {
    reader.hardware.session =
        std::make_shared<const CudaSession>(gpu.value_or(0), SlowWork{.log = reader.log});
  } catch (const Error& error) {
    if (mode == HwAccel::required)
      throw Error(ErrorCode::unavailable, error.what(),
                  "--hwaccel auto continues in software where hardware is not available");
    if (reader.log) reader.log(fmt::format("decoding and encoding in software: {}", error.what()));
    return;
  }
  reader.hardware.required = mode == HwAccel::required;
  reader.hardware.frames = gpu ? Memory::cuda : Memory::host;
  encoding.automatic = true;
  if (gpu) encoding.session = reader.hardware.session;
}

}  // namespace overlace
