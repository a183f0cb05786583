// SPDX-License-Identifier: Apache-2.0
// What a render would do with its frames, decided before it begins.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/core/memory_use.h"
#include "graph/core/vec.h"
#include "io/frames/frame_decoder.h"
#include "io/write/encoder_memory.h"
#include "io/write/frame_sink.h"
#include "render/frame_route.h"

namespace overlace {

/// A planned render.
struct FramePlanOptions {
  std::string input;                     ///< video; empty: the size and pixel format below
  Size size;                             ///< of the pictures, without a video
  std::string pixel_format = "yuv420p";  ///< libav's name
  std::string output = "out.mp4";        ///< only its extension or pattern matters; no file is made
  WriterOptions writer;                  ///< codec and settings; hardware follows from `on_gpu`
  std::size_t layers = 0;                ///< in the files of a sequence
  bool on_gpu = false;                   ///< decode, draw and encode on the GPU where possible
};

/// Who decodes and encodes, and what is done to a frame between them.
struct FramePlan {
  std::string decoder;   ///< "software" or "nvdec"
  std::string encoder;   ///< libav's name, "libx264"
  std::string from, to;  ///< pixel formats of decoder and encoder, libav's names
  std::int64_t from_bytes = 0, to_bytes = 0;  ///< of a frame, without padding
  FrameRoute route;
  DecoderLoad decoding;
  std::int64_t input_bytes = 0;  ///< of the video file; 0 when not known
  EncoderLoad encoding;
  std::vector<MemoryUse> beside;  ///< layers, mattes and AOVs, in addition to the colours
};

/// Chooses the pixel format and the encoder as a render does. Throws Error(usage), Error(input).
[[nodiscard]] FramePlan plan_frames(const FramePlanOptions& options);

}  // namespace overlace
