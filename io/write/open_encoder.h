// SPDX-License-Identifier: Apache-2.0
// Opens a video's encoder: NVENC where it is wanted and available, else software.
#pragma once

#include <memory>

#include "io/write/encoder_choice.h"
#include "io/write/video_encoder.h"

namespace overlace {

/// An open encoder and the pictures that it expects.
struct OpenEncoder {
  SinkFormat format;
  std::unique_ptr<VideoEncoder> encoder;
};

/// Chooses and opens an encoder. If NVENC is not available, software with its own defaults replaces
/// it and the reason is logged; Error(unavailable) where hardware is required. Throws as
/// choose_encoder and VideoEncoder.
[[nodiscard]] OpenEncoder open_encoder(const VideoReader& source, const AVOutputFormat& container,
                                       const WriterOptions& options, const WriterRun& run);

}  // namespace overlace
