// SPDX-License-Identifier: Apache-2.0
// Frame number patterns and the files they name.
#include "io/image_sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

#include "io/alpha.h"
#include "io/av.h"
#include "io/pixel_format.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

struct Pattern {
  std::string before, after;  ///< of the whole path
  int digits = 1;             ///< least width
};

// "%d" or "%0Nd" with one digit N.
std::optional<Pattern> percent_pattern(const std::string& path, std::size_t name) {
  const std::size_t at = path.find('%', name);
  if (at == std::string::npos) return std::nullopt;
  const std::string_view rest = std::string_view(path).substr(at);
  if (rest.starts_with("%d")) return Pattern{path.substr(0, at), path.substr(at + 2)};
  const bool padded =
      rest.size() >= 4 && rest[1] == '0' && rest[2] >= '1' && rest[2] <= '9' && rest[3] == 'd';
  if (!padded) return std::nullopt;
  return Pattern{path.substr(0, at), path.substr(at + 4), rest[2] - '0'};
}

std::optional<Pattern> find_pattern(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  if (auto pattern = percent_pattern(path, name)) return pattern;
  const std::size_t hash = path.find('#', name);
  if (hash == std::string::npos) return std::nullopt;
  const std::size_t end = std::min(path.find_first_not_of('#', hash), path.size());
  return Pattern{path.substr(0, hash), path.substr(end), static_cast<int>(end - hash)};
}

bool is_member(const std::string& name, const Pattern& pattern) {
  const std::string before = fs::path(pattern.before).filename().string();
  if (name.size() <= before.size() + pattern.after.size()) return false;
  if (!name.starts_with(before) || !name.ends_with(pattern.after)) return false;
  const std::string_view digits = std::string_view(name).substr(
      before.size(), name.size() - before.size() - pattern.after.size());
  return std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

void refuse_existing(const std::string& path, const Pattern& pattern) {
  fs::path folder = fs::path(pattern.before).parent_path();
  if (folder.empty()) folder = ".";
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!is_member(entry.path().filename().string(), pattern)) continue;
    throw Error(ErrorCode::usage, fmt::format("{} exists already", entry.path().string()),
                "replace the sequence with --overwrite", Place{path});
  }
  if (error) {
    throw Error(ErrorCode::output, fmt::format("folder {}: {}", folder.string(), error.message()),
                "", Place{path});
  }
}

bool is_exr(const std::string& path) {
  return path.ends_with(".exr");
}

StillOptions still_options(const VideoReader& source, const WriterOptions& options) {
  const VideoInfo& info = source.info();
  return {.premultiplied = options.overlay_only,
          .linear = options.linear,
          .frame_rate = info.clip.frame_rate,
          .pixel_aspect = info.sample_aspect.value()};
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
              "leave out --vcodec, --crf, --preset …", Place{path});
}

}  // namespace

bool is_sequence(const std::string& path) {
  return find_pattern(path).has_value();
}

std::string sequence_name(const std::string& path, std::int32_t number) {
  const Pattern pattern = find_pattern(path).value();
  return fmt::format("{}{:0{}}{}", pattern.before, number, pattern.digits, pattern.after);
}

ImageSequence::ImageSequence(const std::string& path, const VideoReader& source,
                             const WriterOptions& options)
    : path_(path),
      policy_{options.overwrite, {source.path()}},
      start_number_(options.start_number),
      frame_rate_(source.info().clip.frame_rate),
      timecode_(timecode_of(source)),
      encoder_(make_still_encoder(path, still_options(source, options))) {
  const Pattern pattern = find_pattern(path).value();
  refuse_video_settings(options, path);
  format_ = drawing_format(source, *encoder_, options.overlay_only);
  if (is_exr(path) && options.alpha == AlphaKind::straight) {
    throw Error(ErrorCode::usage, "colour in OpenEXR is premultiplied",
                "leave out --alpha straight", Place{path});
  }
  straighten_ = options.overlay_only && !is_exr(path) && options.alpha != AlphaKind::premultiplied;
  if (!options.overwrite) refuse_existing(path, pattern);
  if (options.say && options.copy_streams && source.container().nb_streams > 1) {
    options.say("a picture sequence holds no sound or subtitles: they are left out");
  }
}

std::string ImageSequence::encoder() const {
  return path_.substr(path_.rfind('.') + 1);
}

void ImageSequence::write(Picture picture) {
  const std::int32_t number = start_number_ + picture.number;
  const ImageView view = view_of(*picture.frame, format_.color);
  if (straighten_) straighten(view);
  AtomicOutput output(sequence_name(path_, number), policy_);
  output.write(
      encoder_->encode(view, {number, timecode_at(timecode_, frame_rate_, picture.number)}));
  output.commit();
  bytes_ += output.size();
}

}  // namespace overlace
