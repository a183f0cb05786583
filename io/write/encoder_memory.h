// SPDX-License-Identifier: Apache-2.0
// What an encoder takes of memory, told before it is opened.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/write/frame_sink.h"

namespace overlace {

/// Memory of an encoder, counted in pictures of the size and format that it is given.
struct EncoderLoad {
  int waiting = 0;      ///< pictures that it looks ahead
  int threads = 0;      ///< frames that it encodes at once; 0: the number changes nothing
  double pictures = 0;  ///< as large as all that it holds
};

/// Of libav's encoder `encoder` as `options` set it, for a clip of `frames` frames (0: not known).
/// x264 is worked out from what it looks ahead, refers to and encodes at once; of the others it is
/// what was measured with overlace's own settings, and of encoders without a row a guess.
[[nodiscard]] EncoderLoad encoder_load(std::string_view encoder, const WriterOptions& options,
                                       std::int64_t frames);

}  // namespace overlace
