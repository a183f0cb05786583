// SPDX-License-Identifier: Apache-2.0
// Frame number patterns and the files they name.
#include "io/write/image_sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "io/av/av.h"
#include "io/frames/alpha.h"
#include "io/frames/pixel_format.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

void refuse_existing(const std::string& path, const SequencePattern& pattern) {
  const fs::path folder = pattern.folder();
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!pattern.number_in(entry.path().filename().string())) continue;
    throw Error(ErrorCode::usage, fmt::format("{} exists already", entry.path().string()),
                "replace the sequence with --overwrite", SourceLocation{path});
  }
  if (error) {
    throw Error(ErrorCode::output, fmt::format("folder {}: {}", folder.string(), error.message()),
                "", SourceLocation{path});
  }
}

void refuse_own_input(const std::string& path, const SequencePattern& pattern,
                      const std::vector<std::string>& inputs) {
  std::error_code ignored;
  const bool same = std::ranges::any_of(inputs, [&](const std::string& input) {
    const fs::path file = input;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    return pattern.number_in(file.filename().string()) &&
           fs::equivalent(folder, pattern.folder(), ignored);
  });
  if (same)
    throw Error(ErrorCode::usage, "the pictures that are read have names like this",
                "write to another folder or name", SourceLocation{path});
}

StillOptions still_options(const VideoReader& source, const WriterOptions& options) {
  const VideoInfo& info = source.info();
  return {.premultiplied = options.overlay_only,
          .linear = options.linear,
          .frame_rate = info.clip.frame_rate,
          .pixel_aspect = info.sample_aspect.value(),
          .whole_window = options.whole_window,
          .attributes = options.attributes};
}

// An overlay alone is drawn as the file stores it, in the video's transfer and gamut.
SinkFormat drawing_format(const VideoReader& source, const StillEncoder& still, bool overlay_only) {
  const auto from = static_cast<AVPixelFormat>(source.first_frame().format);
  SinkFormat format{drawable_format(from), source.info().color};
  if (!overlay_only) return format;
  format.av_format = pixel_format_to_av(still.overlay_format());
  format.color.range = ColorRange::full;
  format.overlay_only = true;
  return format;
}

// Where a timecode is, depends on the container.
std::string timecode_of(const VideoReader& source) {
  const auto find = [](const AVDictionary* tags) {
    const AVDictionaryEntry* entry = av_dict_get(tags, "timecode", nullptr, 0);
    return std::string(entry == nullptr ? "" : entry->value);
  };
  const AVFormatContext& container = source.container();
  std::string code = find(source.stream().metadata);
  if (code.empty()) code = find(container.metadata);
  for (unsigned i = 0; code.empty() && i < container.nb_streams; ++i)
    code = find(container.streams[i]->metadata);
  return code;
}

// The timecode `frames` after `start`; "" where that is none.
std::string timecode_at(const std::string& start, Rational rate, int frames) {
  AVTimecode code{};
  const AVRational av_rate{static_cast<int>(rate.num), static_cast<int>(rate.den)};
  if (start.empty() || av_timecode_init_from_string(&code, av_rate, start.c_str(), nullptr) < 0)
    return {};
  std::array<char, AV_TIMECODE_STR_SIZE> text{};
  return av_timecode_make_string(&code, text.data(), frames);
}

void refuse_video_settings(const WriterOptions& options, const std::string& path) {
  const bool any = !options.codec.empty() || !options.container.empty() || options.crf ||
                   options.bitrate || options.gop || !options.preset.empty() ||
                   !options.pixel_format.empty() || !options.codec_options.empty();
  if (!any) return;
  throw Error(ErrorCode::usage, "a picture sequence takes no settings of a video codec",
              "leave out --vcodec, --crf, --preset …", SourceLocation{path});
}

}  // namespace

bool keeps_plates(const std::string& path) {
  return path.ends_with(".exr");
}

ImageSequence::ImageSequence(const std::string& path, const VideoReader& source,
                             const WriterOptions& options)
    : path_(path),
      policy_(options.policy(source.path())),
      start_number_(options.start_number.value_or(source.info().clip.first_frame)),
      frame_rate_(source.info().clip.frame_rate),
      timecode_(timecode_of(source)),
      encoder_(make_still_encoder(path, still_options(source, options))),
      aovs_(options.aovs) {
  check_aovs(path, aovs_);
  if (options.layers.split != LayerSplit::none)
    layers_.emplace(path, still_options(source, options), options.layers);
  const SequencePattern pattern = find_pattern(path).value();
  refuse_own_input(path, pattern, source.files());
  refuse_video_settings(options, path);
  format_ = drawing_format(source, *encoder_, options.overlay_only);
  if (keeps_plates(path) && options.alpha == OutputAlpha::straight) {
    throw Error(ErrorCode::usage, "colour in OpenEXR is premultiplied",
                "leave out --alpha straight", SourceLocation{path});
  }
  if (keeps_plates(path) && !options.linear && source.info().color.transfer == Transfer::linear) {
    throw Error(ErrorCode::usage, "the pictures that are read hold linear light, and keep it",
                "leave out --exr-light display; --plate display says that they are R'G'B'",
                SourceLocation{path});
  }
  straighten_ =
      options.overlay_only && !keeps_plates(path) && options.alpha != OutputAlpha::premultiplied;
  if (!options.overwrite) refuse_existing(path, pattern);
  if (options.log && options.copy_streams && source.container().nb_streams > 1) {
    options.log("a picture sequence holds no sound or subtitles: they are left out");
  }
}

std::string sequence_encoder(const std::string& path) {
  return path.substr(path.rfind('.') + 1);
}

std::vector<std::byte> ImageSequence::encode(const DecodedFrame& picture, StillFacts facts) {
  std::vector<FloatChannels> aovs;
  if (aovs_.paint) aovs = aovs_.paint(picture.time);
  facts.aovs = aovs;
  const ImageView view = view_of(*picture.frame, format_.color);
  if (layers_) return layers_->encode(picture.time, view, facts);
  if (straighten_) straighten(view);
  return encoder_->encode(view, facts);
}

void ImageSequence::write(DecodedFrame picture) {
  const std::int32_t number = start_number_ + picture.number;
  const StillFacts facts{number, timecode_at(timecode_, frame_rate_, picture.number),
                         plate_of(*picture.frame)};
  AtomicOutput output(sequence_name(path_, number), policy_);
  output.write(encode(picture, facts));
  output.commit();
  bytes_ += output.size();
}

}  // namespace overlace
