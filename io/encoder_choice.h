// SPDX-License-Identifier: Apache-2.0
// Which container, encoder, pixel format and settings an output gets.
#pragma once

#include <string>

#include "io/av.h"
#include "io/frame_sink.h"

namespace overlace {

/// The muxer for the extension of `path`. Throws Error(usage).
[[nodiscard]] const AVOutputFormat& choose_container(const std::string& path);

/// The encoder for a friendly or libav name, or the container's default. Throws Error(usage) with
/// the nearest name, or when the container cannot hold the codec; Error(unavailable) when libav
/// lacks it.
[[nodiscard]] const AVCodec& choose_encoder(const std::string& name,
                                            const AVOutputFormat& container);

/// True for NVIDIA's hardware encoders.
[[nodiscard]] bool is_nvenc(const AVCodec& encoder);

/// The NVENC encoder to try instead of `encoder`, where the options leave the choice open: a codec,
/// not an encoder, is named, and no option of a certain encoder is set. Null when there is none.
[[nodiscard]] const AVCodec* nvenc_instead_of(const AVCodec& encoder, const WriterOptions& options);

/// The software encoder for the codec of an NVENC encoder. Throws Error(unavailable) when libav
/// lacks it.
[[nodiscard]] const AVCodec& software_instead_of(const AVCodec& nvenc);

/// The format that `encoder` takes and that keeps most of `source`: its own where possible.
[[nodiscard]] SinkFormat choose_format(const AVCodec& encoder, const AVFrame& source,
                                       const ColorSpec& color);

/// Our defaults for `encoder`, then the user's crf, preset and options.
void set_encoder_options(AvOptions& out, const AVCodec& encoder, const WriterOptions& options);

/// Names of the options that `encoder` knows.
[[nodiscard]] std::vector<std::string> encoder_option_names(const AVCodecContext& encoder);

}  // namespace overlace
