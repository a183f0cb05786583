// SPDX-License-Identifier: Apache-2.0
// Only opening an encoder shows whether a card has one: a name in libav's list proves nothing.
#include "io/write/open_encoder.h"

#include <fmt/format.h>

#include "io/av/semi_planar.h"
#include "io/cuda/cuda_frames.h"

namespace overlace {
namespace {

EncoderInput encoder_input(const VideoReader& source, const SinkFormat& format,
                           const AVOutputFormat& container) {
  const VideoInfo& info = source.info();
  EncoderInput input{&source.first_frame(), format, info.time_base, info.clip.frame_rate,
                     info.sample_aspect};
  input.field_order = info.field_order;
  input.hdr = hdr_metadata_of(source.first_frame(), source.stream());
  input.global_header = (container.flags & AVFMT_GLOBALHEADER) != 0;
  input.in_order = counts_frames(container);
  return input;
}

OpenEncoder open(const AVCodec& codec, const SinkFormat& format, const VideoReader& source,
                 const AVOutputFormat& container, const WriterOptions& options,
                 const WriterRun& run) {
  auto encoder = std::make_unique<VideoEncoder>(codec, encoder_input(source, format, container),
                                                options, run.stop);
  return {format, std::move(encoder)};
}

SinkFormat format_for(const AVCodec& codec, const VideoReader& source,
                      const AVOutputFormat& container, const WriterOptions& options) {
  return choose_format(codec, container, source.first_frame(), source.info().color, options);
}

OpenEncoder open_software(const AVCodec& codec, const VideoReader& source,
                          const AVOutputFormat& container, const WriterOptions& options,
                          const WriterRun& run) {
  return open(codec, format_for(codec, source, container, options), source, container, options,
              run);
}

// Pictures drawn on the device stay there; sharing the decoder's pool saves memory.
SinkFormat device_format(const VideoReader& source, AVPixelFormat layout,
                         const std::shared_ptr<const CudaSession>& session) {
  std::shared_ptr<CudaFramePool> pool = source.cuda_pool();
  if (!pool)
    pool = std::make_shared<CudaFramePool>(session, layout, stored_size(source.info().clip));
  return {layout, source.info().color, std::move(pool)};
}

OpenEncoder open_nvenc(const AVCodec& codec, const VideoReader& source,
                       const AVOutputFormat& container, const WriterOptions& options,
                       const WriterRun& run) {
  const auto from = static_cast<AVPixelFormat>(source.first_frame().format);
  const SinkFormat format =
      run.hardware.session ? device_format(source, semi_planar_equal(from), run.hardware.session)
                           : format_for(codec, source, container, options);
  return open(codec, format, source, container, options, run);
}

}  // namespace

OpenEncoder open_encoder(const VideoReader& source, const AVOutputFormat& container,
                         const WriterOptions& options, const WriterRun& run) {
  const AVCodec& named = choose_encoder(options, container);
  const bool automatic = run.hardware.automatic;
  if (!is_nvenc(named) && !(automatic && leaves_encoder_open(options)))
    return open_software(named, source, container, options, run);
  try {
    const NvencChoice nvenc = choose_nvenc(named, source.first_frame(), options, automatic);
    if (nvenc.encoder == nullptr) throw Error(ErrorCode::unavailable, nvenc.why_not);
    return open_nvenc(*nvenc.encoder, source, container, options, run);
  } catch (const Error& error) {
    const bool elsewhere =
        error.code() == ErrorCode::unavailable || error.code() == ErrorCode::out_of_memory;
    if (!elsewhere) throw;
    if (run.hardware.required)
      throw Error(ErrorCode::unavailable, error.what(),
                  "--hwaccel auto encodes in software where hardware cannot");
    const AVCodec& software = is_nvenc(named) ? software_instead_of(named) : named;
    if (run.log) {
      run.log(fmt::format("encoding in software ({}): {}", software.name, error.what()));
    }
    WriterOptions plain = options;  // NVENC's settings mean nothing to another encoder
    plain.preset.clear();
    plain.codec_options.clear();
    return open_software(software, source, container, plain, run);
  }
}

}  // namespace overlace
