// SPDX-License-Identifier: Apache-2.0
// The contents and metadata of the files of a video's frames.
#include "io/write/picture_encoder.h"

#include <fmt/format.h>

#include <string>

#include "io/av/av.h"
#include "io/av/timecode.h"
#include "io/frames/alpha.h"
#include "io/frames/pixel_format.h"
#include "io/write/part_encoder.h"
#include "io/write/png_color.h"

namespace overlace {
namespace {

StillOptions still_options(const VideoReader& source, const WriterOptions& options,
                           const WriterRun& run) {
  const VideoInfo& info = source.info();
  return {.premultiplied = options.overlay_only,
          .uncompressed = options.preview,
          .frame_rate = info.clip.frame_rate,
          .pixel_aspect = info.sample_aspect.value(),
          .exr = options.exr,
          .attributes = run.attributes,
          .layers = options.layers.names,
          .parts = options.layers.parts,
          .scope = run.scope};
}

/// Says what a plate loses beside its colours where a graph redacts.
void log_losses(const AVFrame& first, const WriterRun& run) {
  const Plate* plate = plate_of(first);
  if (!run.log || plate == nullptr || run.scope == CopyScope::everything) return;
  std::vector<std::string> lost = plate->beyond_rgb;
  std::erase_if(lost, [&run](const std::string& part) {
    const bool is_kept = part.starts_with("attribute ") && run.scope == CopyScope::no_pictures;
    return is_kept || part == "alpha";
  });
  if (!lost.empty())
    run.log(
        fmt::format("left out: {}; they may show or name what is redacted", fmt::join(lost, ", ")));
}

// Overlays on transparent pictures are drawn as the file stores them, in the video's transfer and
// gamut.
ColorSpec overlay_color(const VideoReader& source) {
  ColorSpec color = source.info().color;
  color.range = ColorRange::full;
  return color;
}

SinkFormat drawing_format(const VideoReader& source, const StillEncoder& still, bool overlay_only) {
  const auto from = static_cast<AVPixelFormat>(source.first_frame().format);
  if (!overlay_only) return {drawable_format(from), source.info().color};
  return {pixel_format_to_av(still.overlay_format()), overlay_color(source), {}, true};
}

/// Warns where code values will be taken for sRGB's.
void tell_of_lost_tags(const std::string& path, const VideoReader& source, const LogSink& log) {
  const bool states_none = path.ends_with(".tif") || path.ends_with(".tiff");
  if (!log || !states_none || !needs_color_tag(source.info().color)) return;
  log("TIFF cannot state HDR or BT.2020: the pictures keep the video's code values (transfer " +
      std::string(av_color_transfer_name(source.first_frame().color_trc)) +
      "), and programs will take them for sRGB; PNG states what they are");
}

void check_exr_settings(const std::string& path, const VideoReader& source,
                        const WriterOptions& options) {
  if (options.alpha == OutputAlpha::straight) {
    throw Error(ErrorCode::usage, "colour in OpenEXR is premultiplied",
                "leave out --alpha straight", SourceLocation{path});
  }
  if (!options.exr.linear && source.info().color.transfer == Transfer::linear) {
    throw Error(ErrorCode::usage, "the pictures that are read hold linear light, and keep it",
                "leave out --exr-light display; --plate display says that they are R'G'B'",
                SourceLocation{path});
  }
}

}  // namespace

std::string picture_codec(const std::string& path) {
  return path.substr(path.rfind('.') + 1);
}

bool keeps_plates(const std::string& path) {
  return path.ends_with(".exr");
}

PictureEncoder::PictureEncoder(const std::string& path, const VideoReader& source,
                               const WriterOptions& options, const WriterRun& run)
    : path_(path),
      options_(still_options(source, options, run)),
      encoder_(make_still_encoder(path, options_)),
      aovs_(options.aovs),
      format_(drawing_format(source, *encoder_, options.overlay_only)),
      straighten_(options.overlay_only && !keeps_plates(path) &&
                  options.alpha != OutputAlpha::premultiplied),
      start_number_(options.start_number.value_or(source.info().clip.first_frame)),
      frame_rate_(source.info().clip.frame_rate),
      timecode_(start_timecode(source.container(), source.stream())) {
  check_aovs(path, aovs_);
  check_layers(path, options.layers);
  if (options.layers.split != LayerSplit::none)
    layers_.emplace(options.layers, encoder_->overlay_format(), overlay_color(source));
  if (keeps_plates(path)) check_exr_settings(path, source, options);
  if (keeps_plates(path)) log_losses(source.first_frame(), run);
  tell_of_lost_tags(path, source, run.log);
}

std::vector<std::byte> PictureEncoder::encode(const DecodedFrame& picture, const PixelRect& part) {
  const ImageView view = view_of(*picture.frame, format_.color);
  StillFacts facts{.number = number_of(picture),
                   .timecode = timecode_at(timecode_, frame_rate_, picture.number),
                   .plate = plate_of(*picture.frame)};
  if (aovs_.paint) facts.aovs = aovs_.paint(picture.time);
  if (layers_) facts.layers = layers_->paint(picture.time, view.size);
  if (straighten_) straighten(view);
  return encoder_of(part).encode(view, facts);
}

StillEncoder& PictureEncoder::encoder_of(const PixelRect& part) {
  if (part.is_empty()) return *encoder_;
  if (part_.rect != part) part_ = {part, make_part_encoder(path_, options_, part)};
  return *part_.encoder;
}

}  // namespace overlace
