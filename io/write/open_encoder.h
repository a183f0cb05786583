// SPDX-License-Identifier: Apache-2.0
// Opens the encoder that a video gets: NVENC where it is wanted and there, else software.
#pragma once

#include <memory>

#include "io/write/encoder_choice.h"
#include "io/write/video_encoder.h"

namespace overlace {

/// An open encoder and the pictures that it takes.
struct OpenEncoder {
  SinkFormat format;
  std::unique_ptr<VideoEncoder> encoder;
};

/// Chooses and opens. When NVENC cannot be had, software with its own defaults takes over and the
/// reason is logged; Error(unavailable) where hardware is required. Throws as choose_encoder and
/// VideoEncoder.
[[nodiscard]] OpenEncoder open_encoder(const VideoReader& source, const AVOutputFormat& container,
                                       const WriterOptions& options);

}  // namespace overlace
