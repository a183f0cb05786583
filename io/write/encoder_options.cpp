// SPDX-License-Identifier: Apache-2.0
// Errors tell the user what an encoder's AVOptions say about a setting.
#include "io/write/encoder_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace overlace {
namespace {

constexpr double key_frame_every_s = 2;  ///< seeking is fast, and the cost small
constexpr int fewest_between_keys = 12, most_between_keys = 600;  ///< frames, at any frame rate

const AVOption* find_option(AVCodecContext& context, const std::string& name) {
  const AVOption* option = av_opt_find(&context, name.c_str(), nullptr, AV_OPT_FLAG_ENCODING_PARAM,
                                       AV_OPT_SEARCH_CHILDREN);
  return option != nullptr && option->type != AV_OPT_TYPE_CONST ? option : nullptr;
}

template <class Visit>
void each_option(const AVCodecContext& context, Visit visit) {
  const auto walk = [&visit](const void* object) {
    const AVOption* option = nullptr;
    while (object != nullptr && (option = av_opt_next(object, option)) != nullptr) {
      if ((option->flags & AV_OPT_FLAG_ENCODING_PARAM) != 0) visit(*option);
    }
  };
  walk(&context);
  if (context.codec->priv_class != nullptr) walk(context.priv_data);
}

std::vector<std::string> option_names(const AVCodecContext& context) {
  std::vector<std::string> names;
  each_option(context, [&names](const AVOption& option) {
    if (option.type != AV_OPT_TYPE_CONST) names.emplace_back(option.name);
  });
  return names;
}

// The named values of an option.
std::vector<std::string> value_names(const AVCodecContext& context, const AVOption& of) {
  std::vector<std::string> names;
  if (of.unit == nullptr) return names;
  each_option(context, [&](const AVOption& option) {
    const bool named = option.type == AV_OPT_TYPE_CONST && option.unit != nullptr &&
                       std::string_view(option.unit) == of.unit;
    if (named) names.emplace_back(option.name);
  });
  return names;
}

std::string values_of(const AVCodecContext& context, const AVOption& option,
                      const std::string& value) {
  const std::vector<std::string> names = value_names(context, option);
  if (!names.empty()) return suggest(value, names);
  const bool bounded = option.max > option.min && option.max < 1e9;
  return bounded ? fmt::format("a number from {:g} to {:g}", option.min, option.max) : "";
}

// libav's own range of a setting may be wider than the encoder's, which then clamps it.
std::optional<SettingRange> range_of(const EncoderRow& row, std::string_view name) {
  if (row.quality && name == row.quality->option) {
    const auto [least, most] = std::minmax(row.quality->best, row.quality->worst);
    return SettingRange{name, least * row.quality->factor, most * row.quality->factor};
  }
  for (const SettingRange& range : row.ranges)
    if (has_word(range.names, name)) return range;
  return std::nullopt;
}

void check_range(const EncoderRow& row, std::string_view name, const std::string& value,
                 const std::string& typed) {
  const std::optional<SettingRange> range = range_of(row, name);
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool is_number = error == std::errc{} && end == value.data() + value.size();
  if (!range || !is_number || (number >= range->least && number <= range->most)) return;
  throw Error(ErrorCode::usage, fmt::format("encoder {} does not take '{}'", row.name, value),
              fmt::format("a number from {:g} to {:g}", range->least, range->most),
              SourceLocation{typed});
}

// Checks the settings of the library behind an encoder, "key=value:key=value".
void check_params(const EncoderRow& row, std::string_view params) {
  while (!params.empty()) {
    const std::string_view setting = params.substr(0, params.find(':'));
    params.remove_prefix(std::min(setting.size() + 1, params.size()));
    const std::size_t equals = setting.find('=');
    if (equals == setting.npos) continue;
    std::string key(setting.substr(0, equals));
    std::ranges::replace(key, '_', '-');
    check_range(row, key, std::string(setting.substr(equals + 1)),
                fmt::format("--vopt {}={}", row.params, setting));
  }
}

/// Sets an option; `typed` is what the user calls it: "--encoder-preset", or the option's own name.
void set_checked(AVCodecContext& context, const std::string& name, const std::string& value,
                 const std::string& typed) {
  check_range(encoder_row(context.codec->name), name, value, typed);
  const AVOption* option = find_option(context, name);
  if (option == nullptr) {
    throw Error(ErrorCode::usage,
                fmt::format("encoder {} has no option '{}'", context.codec->name, name),
                suggest(name, option_names(context)));
  }
  const int result = av_opt_set(&context, name.c_str(), value.c_str(), AV_OPT_SEARCH_CHILDREN);
  if (result >= 0) return;
  if (result == AVERROR(ENOMEM)) throw_av(result, ErrorCode::out_of_memory, typed);
  throw Error(ErrorCode::usage,
              fmt::format("encoder {} does not take '{}'", context.codec->name, value),
              values_of(context, *option, value), SourceLocation{typed});
}

void set_ours(AVCodecContext& context, std::string_view name, const std::string& value) {
  check_av(av_opt_set(&context, std::string(name).c_str(), value.c_str(), AV_OPT_SEARCH_CHILDREN),
           ErrorCode::internal, "an encoder's default setting");
}

[[noreturn]] void refuse_setting(const AVCodecContext& context, const char* option,
                                 const std::string& why, std::string hint = "leave it out") {
  throw Error(ErrorCode::usage, fmt::format("encoder {} {}", context.codec->name, why),
              std::move(hint), SourceLocation{option});
}

// Encoders without a row may still have a quality scale under one of the usual names.
std::optional<QualityScale> quality_of(AVCodecContext& context, const EncoderRow& row) {
  if (row.quality) return row.quality;
  if (codec_of_encoder(row.name) != nullptr) return std::nullopt;
  for (const char* name : {"crf", "cq", "qp"}) {
    const AVOption* option = find_option(context, name);
    if (option != nullptr) return QualityScale{std::max(option->min, 0.0), option->max, -1, name};
  }
  return std::nullopt;
}

void set_quality(AVCodecContext& context, const EncoderRow& row, const WriterOptions& options) {
  const std::optional<QualityScale> scale = quality_of(context, row);
  if (options.bitrate) {
    if (!scale && codec_of_encoder(row.name) != nullptr)
      refuse_setting(context, "--bitrate", "has no bit rate to choose");
    context.bit_rate = *options.bitrate;
    return;
  }
  if (!scale) {
    if (options.crf) refuse_setting(context, "--crf", "has no constant quality to choose");
    return;
  }
  if (options.crf && !(*options.crf >= scale->best && *options.crf <= scale->worst)) {
    refuse_setting(context, "--crf", fmt::format("has no quality {}", *options.crf),
                   describe(*scale));
  }
  const double value = options.crf.value_or(scale->ours);
  if (value < 0) return;
  set_checked(context, std::string(scale->option), fmt::format("{}", value * scale->factor),
              "--crf");
}

void set_preset(AVCodecContext& context, const EncoderRow& row, const std::string& preset) {
  if (preset.empty()) {
    if (!row.preset_option.empty()) set_ours(context, row.preset_option, std::string(row.preset));
    return;
  }
  const std::string option(row.preset_option.empty() ? "preset" : row.preset_option);
  if (find_option(context, option) == nullptr)
    refuse_setting(context, "--encoder-preset", "has no presets");
  const std::vector<std::string> names(row.presets.begin(), row.presets.end());
  if (!names.empty() && std::ranges::find(names, preset) == names.end()) {
    throw Error(ErrorCode::usage,
                fmt::format("encoder {} has no preset '{}'", context.codec->name, preset),
                suggest(preset, names), SourceLocation{"--encoder-preset"});
  }
  set_checked(context, option, preset, "--encoder-preset");
}

bool is_intra_only(const AVCodec& encoder) {
  const AVCodecDescriptor* d = avcodec_descriptor_get(encoder.id);
  return d != nullptr && (d->props & AV_CODEC_PROP_INTRA_ONLY) != 0;
}

/// Whether key frames are as far apart as we say.
bool sets_key_frames(const AVCodec& encoder) {
  const CodecRow* codec = codec_of_encoder(encoder.name);
  return codec != nullptr && codec->delivery && !is_intra_only(encoder);
}

void set_key_frames(AVCodecContext& context, const WriterOptions& options) {
  if (options.gop && is_intra_only(*context.codec))
    refuse_setting(context, "--gop", "writes key frames only");
  if (options.gop || sets_key_frames(*context.codec))
    context.gop_size = key_frame_interval(*context.codec, options, av_q2d(context.framerate));
}

// DNxHR profiles are named by quality and depth; here only the pixel format decides.
void set_profile(AVCodecContext& context) {
  if (std::string_view(context.codec->name) != "dnxhd") return;
  const AVPixFmtDescriptor& format = *av_pix_fmt_desc_get(context.pix_fmt);
  const bool subsampled = format.log2_chroma_w > 0;
  const bool deep = format.comp[0].depth > 8;
  set_ours(context, "profile", !subsampled ? "dnxhr_444" : deep ? "dnxhr_hqx" : "dnxhr_hq");
}

void append(std::string& params, std::string_view more) {
  if (!params.empty() && !more.empty()) params += ':';
  params += more;
}

}  // namespace

int key_frame_interval(const AVCodec& encoder, const WriterOptions& options,
                       double frames_per_second) {
  if (is_intra_only(encoder)) return 1;
  if (options.gop) return *options.gop;
  const auto ours = encoder_row(encoder.name).options;
  if (const auto set = std::ranges::find(ours, "g", &decltype(ours)::value_type::first);
      set != ours.end())
    return std::stoi(std::string(set->second));
  constexpr int of_libav = 12;
  if (!sets_key_frames(encoder)) return of_libav;
  const double frames = std::round(key_frame_every_s * frames_per_second);
  return static_cast<int>(
      std::clamp(frames, double{fewest_between_keys}, double{most_between_keys}));
}

std::optional<KeyFramePacer> key_frame_pacer(AVCodecContext& context,
                                             const WriterOptions& options) {
  const bool is_ours = !options.gop && sets_key_frames(*context.codec);
  if (!is_ours || context.gop_size < 1) return std::nullopt;
  if (find_option(context, "forced-idr") != nullptr) set_ours(context, "forced-idr", "1");
  const double ticks_per_s = av_q2d(av_inv_q(context.time_base));
  return KeyFramePacer(context.gop_size, std::llround(key_frame_every_s * ticks_per_s),
                       std::llround(ticks_per_s / av_q2d(context.framerate)));
}

std::string describe(const QualityScale& scale) {
  std::string text = fmt::format("{:g} (best) to {:g}", scale.best, scale.worst);
  if (scale.ours >= 0) text += fmt::format(", {:g} by default", scale.ours);
  return text;
}

void set_encoder_options(AVCodecContext& context, const WriterOptions& options,
                         const std::string& params) {
  const EncoderRow row = encoder_row(context.codec->name);
  std::string all_params;
  for (const auto& [key, value] : row.options) {
    if (!row.params.empty() && key == row.params) {
      append(all_params, value);
    } else if (!key.empty()) {
      set_ours(context, key, std::string(value));
    }
  }
  append(all_params, params);
  set_profile(context);
  set_quality(context, row, options);
  set_preset(context, row, options.preset);
  set_key_frames(context, options);
  for (const auto& [key, value] : options.codec_options) {
    if (!row.params.empty() && key == row.params) {
      check_params(row, value);
      append(all_params, value);
    } else {
      set_checked(context, key, value, "--vopt " + key);
    }
  }
  if (!all_params.empty()) {
    set_checked(context, std::string(row.params), all_params, "--vopt " + std::string(row.params));
  }
}

}  // namespace overlace
