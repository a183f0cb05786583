// SPDX-License-Identifier: Apache-2.0
// An estimate of an encoder's memory before it is opened.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/write/frame_sink.h"

namespace overlace {

/// An encoder's memory, counted in pictures of its input size and format.
struct EncoderLoad {
  int waiting = 0;      ///< pictures of lookahead
  int threads = 0;      ///< frames encoded concurrently; 0: memory does not depend on it
  double pictures = 0;  ///< total memory
};

/// For libav's encoder `encoder` with `options`, for a clip of `frames` frames (0: unknown). For
/// x264 it is computed from lookahead, references and concurrent frames; for others it was measured
/// with overlace's own settings; for encoders without a row it is a guess.
[[nodiscard]] EncoderLoad encoder_load(std::string_view encoder, const WriterOptions& options,
                                       std::int64_t frames);

}  // namespace overlace
