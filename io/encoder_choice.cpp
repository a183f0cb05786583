// SPDX-License-Identifier: Apache-2.0
// Tables of names and defaults, and the rules that pick from them.
#include "io/encoder_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "io/pixel_format.h"

namespace overlace {
namespace {

// What people type, and the encoders to try in order.
struct Alias {
  std::string_view name;
  std::array<const char*, 3> encoders;
};
constexpr std::array aliases{
    Alias{"h264", {"libx264", "libopenh264"}},
    Alias{"avc", {"libx264", "libopenh264"}},
    Alias{"x264", {"libx264"}},
    Alias{"hevc", {"libx265"}},
    Alias{"h265", {"libx265"}},
    Alias{"x265", {"libx265"}},
    Alias{"av1", {"libsvtav1", "libaom-av1", "librav1e"}},
    Alias{"vp9", {"libvpx-vp9"}},
    Alias{"vp8", {"libvpx"}},
    Alias{"prores", {"prores_ks", "prores"}},
    Alias{"dnxhr", {"dnxhd"}},
    Alias{"raw", {"rawvideo"}},
};

// Visually lossless at sensible speed; options an encoder does not know are not in its row.
struct Defaults {
  std::string_view encoder;
  const char* crf;
  const char* preset_key;
  const char* preset;
  std::array<std::pair<const char*, const char*>, 4> more{};
  const char* crf_key = "crf";
};
// NVENC: constant quality within a variable rate without a ceiling. No B-frames: with stamps finer
// than a frame libav 5.1 gives them decode stamps after their presentation.
constexpr std::array defaults{
    Defaults{"libx264", "18", "preset", "fast", {}},
    Defaults{"libx264rgb", "18", "preset", "fast", {}},
    Defaults{"libx265", "20", "preset", "fast", {{{"x265-params", "log-level=none"}}}},
    Defaults{"h264_nvenc", "19", "preset", "p5", {{{"rc", "vbr"}, {"b", "0"}, {"bf", "0"}}}, "cq"},
    Defaults{"hevc_nvenc", "21", "preset", "p5", {{{"rc", "vbr"}, {"b", "0"}, {"bf", "0"}}}, "cq"},
    Defaults{"av1_nvenc", "26", "preset", "p5", {{{"rc", "vbr"}, {"b", "0"}, {"bf", "0"}}}, "cq"},
    Defaults{"libsvtav1", "25", "preset", "8", {}},
    Defaults{"libaom-av1", "24", "cpu-used", "6", {{{"row-mt", "1"}}}},
    Defaults{"libvpx-vp9", "24", "cpu-used", "4", {{{"b", "0"}, {"row-mt", "1"}}}},
    Defaults{"libvpx", "10", "cpu-used", "4", {{{"b", "8M"}}}},
    Defaults{"ffv1", nullptr, nullptr, nullptr, {{{"level", "3"}, {"g", "1"}, {"slicecrc", "1"}}}},
    Defaults{"dnxhd", nullptr, "profile", "dnxhr_hq", {}},
    Defaults{
        "mjpeg", nullptr, nullptr, nullptr, {{{"flags", "+qscale"}, {"global_quality", "236"}}}},
};

const Defaults* find_defaults(const AVCodec& encoder) {
  const auto* found =
      std::ranges::find(defaults, std::string_view(encoder.name), &Defaults::encoder);
  return found == defaults.end() ? nullptr : found;
}

std::vector<std::string> encoder_names() {
  std::vector<std::string> names;
  for (const Alias& alias : aliases) names.emplace_back(alias.name);
  void* state = nullptr;
  while (const AVCodec* codec = av_codec_iterate(&state)) {
    if (av_codec_is_encoder(codec) != 0 && codec->type == AVMEDIA_TYPE_VIDEO) {
      names.emplace_back(codec->name);
    }
  }
  return names;
}

const AVCodec& find_encoder(const std::string& name) {
  const auto* alias = std::ranges::find(aliases, std::string_view(name), &Alias::name);
  if (alias != aliases.end()) {
    for (const char* candidate : alias->encoders) {
      const AVCodec* codec =
          candidate == nullptr ? nullptr : avcodec_find_encoder_by_name(candidate);
      if (codec != nullptr) return *codec;
    }
    throw Error(ErrorCode::unavailable, fmt::format("this libav has no {} encoder", name));
  }
  const AVCodec* codec = avcodec_find_encoder_by_name(name.c_str());
  if (codec == nullptr || codec->type != AVMEDIA_TYPE_VIDEO) {
    throw Error(ErrorCode::usage, fmt::format("unknown video codec '{}'", name),
                suggest(name, encoder_names()));
  }
  return *codec;
}

// The first of these that the container holds; libav's own defaults date from before H.264 was
// everywhere.
const AVCodec& default_encoder(const AVOutputFormat& container) {
  for (const char* name : {"libx264", "libvpx-vp9"}) {
    const AVCodec* codec = avcodec_find_encoder_by_name(name);
    if (codec != nullptr &&
        avformat_query_codec(&container, codec->id, FF_COMPLIANCE_NORMAL) == 1) {
      return *codec;
    }
  }
  const AVCodec* codec = avcodec_find_encoder(container.video_codec);
  if (codec == nullptr) {
    throw Error(ErrorCode::usage, fmt::format("a {} file holds no video", container.name));
  }
  return *codec;
}

// Codecs for viewers rather than for further work: colour pictures go in as 4:2:0 Y'CbCr.
bool is_delivery(const AVCodec& encoder) {
  constexpr std::array ids{AV_CODEC_ID_H264,      AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1,
                           AV_CODEC_ID_VP9,       AV_CODEC_ID_VP8,  AV_CODEC_ID_MPEG4,
                           AV_CODEC_ID_MPEG2VIDEO};
  return std::ranges::find(ids, encoder.id) != ids.end() &&
         std::string_view(encoder.name) != "libx264rgb";
}

bool is_full_range_alias(AVPixelFormat format) {
  return std::string_view(av_get_pix_fmt_name(format)).starts_with("yuvj");
}

// Formats of an encoder that can be drawn on, ended by AV_PIX_FMT_NONE.
std::vector<AVPixelFormat> drawable_formats(const AVCodec& encoder) {
  std::vector<AVPixelFormat> plain;
  std::vector<AVPixelFormat> full_range;
  for (const AVPixelFormat* f = encoder.pix_fmts; f != nullptr && *f != AV_PIX_FMT_NONE; ++f) {
    if (pixel_format_from_av(*f)) (is_full_range_alias(*f) ? full_range : plain).push_back(*f);
  }
  // Motion JPEG is full range by definition; its plain formats are for experts.
  const bool full = plain.empty() || encoder.id == AV_CODEC_ID_MJPEG;
  std::vector<AVPixelFormat>& formats = full ? full_range : plain;
  formats.push_back(AV_PIX_FMT_NONE);
  return formats;
}

// What a source should look like to a delivery codec.
AVPixelFormat delivery_format(AVPixelFormat source, Size size) {
  const AVPixFmtDescriptor& d = *av_pix_fmt_desc_get(source);
  const bool ycbcr =
      d.nb_components >= 3 && (d.flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) == 0;
  const bool deep = d.comp[0].depth > 8;
  const int shift_x = ycbcr ? d.log2_chroma_w : 1;
  const int shift_y = ycbcr ? d.log2_chroma_h : 1;
  const bool odd = (shift_x > 0 && size.width % 2 != 0) || (shift_y > 0 && size.height % 2 != 0);
  if (odd) return deep ? AV_PIX_FMT_YUV444P10 : AV_PIX_FMT_YUV444P;
  if (ycbcr) return source;
  const bool alpha = (d.flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
  if (deep) return alpha ? AV_PIX_FMT_YUVA420P10 : AV_PIX_FMT_YUV420P10;
  return alpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P;
}

ColorModel model_of(AVPixelFormat format) {
  const AVPixFmtDescriptor& d = *av_pix_fmt_desc_get(format);
  if ((d.flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) != 0) return ColorModel::rgb;
  return d.nb_components < 3 ? ColorModel::gray : ColorModel::ycbcr;
}

// R'G'B' becomes BT.709 limited range, what players expect; Y'CbCr keeps its own meaning.
ColorSpec color_after(AVPixelFormat from, AVPixelFormat to, const ColorSpec& color) {
  ColorSpec result = color;
  const bool from_rgb = model_of(from) == ColorModel::rgb;
  const bool to_rgb = model_of(to) == ColorModel::rgb;
  if (from_rgb && !to_rgb) {
    result.matrix = ColorMatrix::bt709;
    result.range = ColorRange::limited;
    result.siting = ChromaSiting::left;
  }
  if ((to_rgb && !from_rgb) || is_full_range_alias(to)) result.range = ColorRange::full;
  return result;
}

}  // namespace

const AVOutputFormat& choose_container(const std::string& path) {
  const AVOutputFormat* container = av_guess_format(nullptr, path.c_str(), nullptr);
  if (container == nullptr) {
    throw Error(ErrorCode::usage, "the name's extension is no known video container",
                "use .mp4, .mov, .mkv, .webm …, or a picture pattern such as frame_####.png",
                Place{path});
  }
  if ((container->flags & AVFMT_NOFILE) != 0 || std::string_view(container->name) == "gif") {
    const bool gif = std::string_view(container->name) == "gif";
    throw Error(ErrorCode::usage,
                gif ? "GIF output is not supported" : "is a name for single pictures",
                gif ? "use .mp4 or .webm" : "number the frames: frame_####.png", Place{path});
  }
  return *container;
}

const AVCodec& choose_encoder(const std::string& name, const AVOutputFormat& container) {
  const AVCodec& encoder = name.empty() ? default_encoder(container) : find_encoder(name);
  if (avformat_query_codec(&container, encoder.id, FF_COMPLIANCE_EXPERIMENTAL) == 0) {
    throw Error(
        ErrorCode::usage,
        fmt::format("a {} file cannot hold {} video", container.name, avcodec_get_name(encoder.id)),
        "choose another extension (.mkv and .mov hold most codecs) or codec");
  }
  return encoder;
}

bool is_nvenc(const AVCodec& encoder) {
  return std::string_view(encoder.name).ends_with("_nvenc");
}

const AVCodec* nvenc_instead_of(const AVCodec& encoder, const WriterOptions& options) {
  constexpr std::array open_names{"", "h264", "avc", "hevc", "h265", "av1"};
  const bool open = std::ranges::find(open_names, options.codec) != open_names.end() &&
                    options.preset.empty() && options.codec_options.empty();
  if (!open || !options.hardware.automatic) return nullptr;
  const std::string name = fmt::format("{}_nvenc", avcodec_get_name(encoder.id));
  return avcodec_find_encoder_by_name(name.c_str());
}

const AVCodec& software_instead_of(const AVCodec& nvenc) {
  return find_encoder(avcodec_get_name(nvenc.id));
}

SinkFormat choose_format(const AVCodec& encoder, const AVFrame& source, const ColorSpec& color) {
  const auto from = static_cast<AVPixelFormat>(source.format);
  const AVPixelFormat wanted = is_delivery(encoder)
                                   ? delivery_format(from, {source.width, source.height})
                                   : drawable_format(from);
  const std::vector<AVPixelFormat> formats = drawable_formats(encoder);
  AVPixelFormat to = wanted;
  if (encoder.pix_fmts != nullptr && std::ranges::find(formats, wanted) == formats.end()) {
    const int alpha = (av_pix_fmt_desc_get(wanted)->flags & AV_PIX_FMT_FLAG_ALPHA) != 0 ? 1 : 0;
    to = avcodec_find_best_pix_fmt_of_list(formats.data(), wanted, alpha, nullptr);
  }
  if (to == AV_PIX_FMT_NONE) {
    throw Error(ErrorCode::usage,
                fmt::format("encoder {} takes no pixel format that can be drawn on", encoder.name));
  }
  return {to, color_after(from, to, color)};
}

void set_encoder_options(AvOptions& out, const AVCodec& encoder, const WriterOptions& options) {
  const Defaults* d = find_defaults(encoder);
  if (d != nullptr) {
    if (d->crf != nullptr) out.set(d->crf_key, d->crf);
    if (d->preset_key != nullptr) out.set(d->preset_key, d->preset);
    for (const auto& [key, value] : d->more) {
      if (key != nullptr) out.set(key, value);
    }
  }
  const char* crf_key = d == nullptr ? "crf" : d->crf_key;
  if (options.crf) out.set(crf_key, fmt::format("{}", *options.crf));
  if (!options.preset.empty()) {
    out.set(d != nullptr && d->preset_key != nullptr ? d->preset_key : "preset", options.preset);
  }
  for (const auto& [key, value] : options.codec_options) out.set(key, value);
}

std::vector<std::string> encoder_option_names(const AVCodecContext& encoder) {
  std::vector<std::string> names;
  const auto add = [&names](const void* object) {
    const AVOption* option = nullptr;
    while (object != nullptr && (option = av_opt_next(object, option)) != nullptr) {
      const bool usable = (option->flags & AV_OPT_FLAG_ENCODING_PARAM) != 0;
      if (usable && option->type != AV_OPT_TYPE_CONST) names.emplace_back(option->name);
    }
  };
  add(&encoder);
  if (encoder.codec->priv_class != nullptr) add(encoder.priv_data);
  return names;
}

}  // namespace overlace
