// SPDX-License-Identifier: Apache-2.0
// The settings of an encoder: our defaults, then the user's, all checked before it is opened.
#pragma once

#include <optional>
#include <string>

#include "io/av/av.h"
#include "io/write/codec_table.h"
#include "io/write/frame_sink.h"
#include "io/write/key_frame_pacer.h"

namespace overlace {

/// Sets quality or bit rate, preset, key frames and options on an encoder that is not open yet;
/// size, rate and pixel format are already set. `params` ("key=value:…", may be "") goes to the
/// library behind the encoder, before the user's own. Throws Error(usage) with the range or the
/// nearest name for values that the encoder does not support.
void set_encoder_options(AVCodecContext& context, const WriterOptions& options,
                         const std::string& params);

/// The maximum distance between key frames that the options request of an encoder, in frames; 1
/// where every frame is a key frame; libav's 12 where nothing is requested.
[[nodiscard]] int key_frame_interval(const AVCodec& encoder, const WriterOptions& options,
                                     double frames_per_second);

/// What keeps key frames two seconds apart at most at a variable rate; nothing where their distance
/// is the user's or the encoder's choice. Precondition: the options are set.
[[nodiscard]] std::optional<KeyFramePacer> key_frame_pacer(AVCodecContext& context,
                                                           const WriterOptions& options);

/// "0 to 51, best first; 18 when not given".
[[nodiscard]] std::string describe(const QualityScale& scale);

}  // namespace overlace
