// SPDX-License-Identifier: Apache-2.0
// Chooses the container, encoder and pixel format of an output.
#pragma once

#include <string>

#include "io/av/av.h"
#include "io/write/codec_table.h"
#include "io/write/frame_sink.h"

namespace overlace {

/// The muxer called `name`, or for the extension of `path` where `name` is "". Throws
/// Error(usage).
[[nodiscard]] const AVOutputFormat& choose_container(const std::string& path,
                                                     const std::string& name = {});

/// The first encoder of a codec that this libav supports, or null.
[[nodiscard]] const AVCodec* encoder_of(const CodecRow& codec);

/// True for containers without timestamps of pictures, where the frame rate alone gives times.
[[nodiscard]] bool counts_frames(const AVOutputFormat& container);

/// The encoder for the codec in the options (a friendly or libav name), or the container's default;
/// for an overlay alone, one that keeps alpha. Throws Error(usage) with the nearest name, or when
/// the container cannot hold the codec; Error(unavailable) when libav lacks it.
[[nodiscard]] const AVCodec& choose_encoder(const WriterOptions& options,
                                            const AVOutputFormat& container);

/// True for NVIDIA's hardware encoders.
[[nodiscard]] bool is_nvenc(const AVCodec& encoder);

/// True where the options allow both NVENC and software: they name a codec rather than an encoder,
/// and set no option of a particular encoder.
[[nodiscard]] bool leaves_encoder_open(const WriterOptions& options);

/// An NVENC encoder, or why there is none.
struct NvencChoice {
  const AVCodec* encoder = nullptr;  ///< null: software encodes
  std::string why_not{};
};

/// The NVENC encoder to try for pictures of `source`'s format and size, if `named`, the result of
/// choose_encoder, is one, or `automatic` says that NVENC may be used and the options leave the
/// choice open. Decided before anything is opened.
[[nodiscard]] NvencChoice choose_nvenc(const AVCodec& named, const AVFrame& source,
                                       const WriterOptions& options, bool automatic);

/// The software encoder for the codec of an NVENC encoder. Throws Error(unavailable) when libav
/// lacks it.
[[nodiscard]] const AVCodec& software_instead_of(const AVCodec& nvenc);

/// The format that `encoder` supports in `container` and that keeps most of `source`: its own where
/// possible, or the one in the options. Throws Error(usage) where the options request alpha or a
/// format that is not supported, or the encoder does not support the size.
[[nodiscard]] SinkFormat choose_format(const AVCodec& encoder, const AVOutputFormat& container,
                                       const AVFrame& source, const ColorSpec& color,
                                       const WriterOptions& options);

/// "prores, vp9, ffv1 …": codecs that keep alpha, with their containers.
[[nodiscard]] std::string alpha_codecs();

}  // namespace overlace
