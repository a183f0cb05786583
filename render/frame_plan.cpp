// SPDX-License-Identifier: Apache-2.0
// Makes the choices of a render, without its encoder and files.
#include "render/frame_plan.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <vector>

#include "io/av/semi_planar.h"
#include "io/frames/pixel_format.h"
#include "io/read/video_reader.h"
#include "io/write/encoder_choice.h"
#include "io/write/image_sequence.h"
#include "io/write/picture_encoder.h"
#include "render/beside_memory.h"
#include "render/frame_drawing.h"

namespace overlace {
namespace {

/// A frame without pixels, and how its pixels would be interpreted.
struct SourceFrame {
  FramePtr frame = make_frame();
  ColorSpec color;
  DecoderLoad decoding;
  std::int64_t input_bytes = 0;  ///< 0: not known
  std::int32_t frame_count = 0;  ///< 0: not known
};

// Pipes have no size.
std::int64_t bytes_of_file(const std::string& path) {
  std::error_code unknown;
  const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
  return unknown ? 0 : static_cast<std::int64_t>(bytes);
}

SourceFrame source_of(const FramePlanOptions& options) {
  SourceFrame source;
  AVFrame& frame = *source.frame;
  if (!options.input.empty()) {
    const VideoReader reader(options.input, {.keep_plates = keeps_plates(options.output)});
    const AVFrame& first = reader.first_frame();
    frame.format = first.format;
    frame.width = first.width;
    frame.height = first.height;
    source.color = reader.info().color;
    source.decoding = reader.decoder_load();
    source.frame_count = reader.info().clip.frame_count;
    for (const std::string& file : reader.files()) source.input_bytes += bytes_of_file(file);
    return source;
  }
  frame.format = av_get_pix_fmt(options.pixel_format.c_str());
  if (frame.format == AV_PIX_FMT_NONE)
    throw Error(
        ErrorCode::usage, fmt::format("there is no pixel format '{}'", options.pixel_format),
        "write it as libav does: yuv420p, yuv422p10le, nv12", SourceLocation{"--pixel-format"});
  frame.width = options.size.width;
  frame.height = options.size.height;
  std::vector<std::string> guesses;
  normalize_full_range(frame);
  source.color = color_spec_of(frame, guesses);
  return source;
}

std::int64_t bytes_of(AVPixelFormat format, const AVFrame& frame) {
  return check_av(av_image_get_buffer_size(format, frame.width, frame.height, 1), ErrorCode::limit,
                  "picture size");
}

/// What the frames are written to, and how.
struct Destination {
  std::string encoder;
  AVPixelFormat format;
  bool on_device = false;
};

/// The format of the pictures that a sequence is drawn on.
AVPixelFormat picture_format(const FramePlanOptions& options, AVPixelFormat from) {
  if (!options.writer.overlay_only) return drawable_format(from);
  return pixel_format_to_av(make_still_encoder(options.output, {})->overlay_format());
}

Destination destination_of(const FramePlanOptions& options, const SourceFrame& source) {
  const auto from = static_cast<AVPixelFormat>(source.frame->format);
  if (is_sequence(options.output))
    return {picture_codec(options.output), picture_format(options, from)};
  const AVOutputFormat& container = choose_container(options.output);
  const WriterOptions& writer = options.writer;
  const AVCodec& named = choose_encoder(writer, container);
  const NvencChoice nvenc = choose_nvenc(named, *source.frame, writer, true);
  if (options.on_gpu && nvenc.encoder != nullptr) return {nvenc.encoder->name, from, true};
  const bool gives_way = is_nvenc(named) && nvenc.encoder == nullptr;
  const AVCodec& encoder = gives_way ? software_instead_of(named) : named;
  const SinkFormat format = choose_format(encoder, container, *source.frame, source.color, writer);
  return {encoder.name, static_cast<AVPixelFormat>(format.av_format)};
}

}  // namespace

FramePlan plan_frames(const FramePlanOptions& options) {
  check_beside(options.output, options.writer);
  const SourceFrame source = source_of(options);
  const Destination to = destination_of(options, source);
  const auto from = static_cast<AVPixelFormat>(source.frame->format);
  const bool nvdec = options.on_gpu && semi_planar_equal(from) != AV_PIX_FMT_NONE;
  return {.decoder = nvdec ? "nvdec" : "software",
          .encoder = to.encoder,
          .from = av_get_pix_fmt_name(from),
          .to = av_get_pix_fmt_name(to.format),
          .from_bytes = bytes_of(from, *source.frame),
          .to_bytes = bytes_of(to.format, *source.frame),
          .route = FrameRoute({.decoded_on_device = nvdec,
                               .draws_on_device = options.on_gpu,
                               .encodes_on_device = to.on_device,
                               .same_format = from == to.format,
                               .overlay_only = options.writer.overlay_only}),
          .decoding = source.decoding,
          .input_bytes = source.input_bytes,
          .encoding = encoder_load(to.encoder, options.writer, source.frame_count),
          .beside = beside_memory(options.writer, {source.frame->width, source.frame->height},
                                  options.layers)};
}

}  // namespace overlace
