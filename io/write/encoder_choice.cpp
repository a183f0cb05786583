// SPDX-License-Identifier: Apache-2.0
// Chooses from the table of codecs and from what libav's encoders support.
#include "io/write/encoder_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "io/av/semi_planar.h"
#include "io/frames/pixel_format.h"
#include "io/write/codec_table.h"

namespace overlace {
namespace {

std::vector<std::string> encoder_names() {
  std::vector<std::string> names;
  for (const CodecRow& row : codec_table()) {
    names.emplace_back(row.name);
    any_word(row.aliases, [&names](std::string_view alias) {
      names.emplace_back(alias);
      return false;
    });
  }
  void* state = nullptr;
  while (const AVCodec* codec = av_codec_iterate(&state)) {
    if (av_codec_is_encoder(codec) != 0 && codec->type == AVMEDIA_TYPE_VIDEO) {
      names.emplace_back(codec->name);
    }
  }
  return names;
}

const AVCodec& find_encoder(const std::string& name) {
  if (const CodecRow* row = find_codec(name)) {
    if (const AVCodec* codec = encoder_of(*row)) return *codec;
    throw Error(ErrorCode::unavailable, fmt::format("this libav has no {} encoder", name));
  }
  const AVCodec* codec = avcodec_find_encoder_by_name(name.c_str());
  if (codec == nullptr || codec->type != AVMEDIA_TYPE_VIDEO) {
    throw Error(ErrorCode::usage, fmt::format("unknown video codec '{}'", name),
                suggest(name, encoder_names()), SourceLocation{"--vcodec"});
  }
  return *codec;
}

// The table's codec for a container, else libav's own choice.
const AVCodec& default_encoder(const AVOutputFormat& container, bool with_alpha) {
  for (const CodecRow& row : codec_table()) {
    if (!has_word(with_alpha ? row.alpha_in : row.default_in, container.name)) continue;
    if (const AVCodec* codec = encoder_of(row)) return *codec;
  }
  if (with_alpha) {
    throw Error(ErrorCode::usage, fmt::format("a {} file keeps no alpha", container.name),
                alpha_codecs());
  }
  const AVCodec* codec = avcodec_find_encoder(container.video_codec);
  if (codec == nullptr) {
    throw Error(ErrorCode::usage, fmt::format("a {} file holds no video", container.name));
  }
  return *codec;
}

bool in_table(const AVOutputFormat& container) {
  return std::ranges::any_of(codec_table(), [&container](const CodecRow& row) {
    return has_word(row.containers, container.name);
  });
}

// libav writes some pairs that no player can read, not even libav: the table knows better.
void check_pair(const AVCodec& encoder, const AVOutputFormat& container) {
  const CodecRow* row = codec_of_encoder(encoder.name);
  const bool fits =
      row != nullptr && in_table(container)
          ? has_word(row->containers, container.name)
          : avformat_query_codec(&container, encoder.id, FF_COMPLIANCE_EXPERIMENTAL) != 0;
  if (fits) return;
  throw Error(
      ErrorCode::usage,
      fmt::format("a {} file cannot hold {} video", container.name, avcodec_get_name(encoder.id)),
      row == nullptr
          ? "choose another extension or codec"
          : fmt::format("containers for {}: {}", row->name, with_commas(row->containers)));
}

bool is_rgb(AVPixelFormat format) {
  return (av_pix_fmt_desc_get(format)->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL)) != 0;
}

bool has_alpha(AVPixelFormat format) {
  return (av_pix_fmt_desc_get(format)->flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
}

bool is_full_range_alias(AVPixelFormat format) {
  return std::string_view(av_get_pix_fmt_name(format)).starts_with("yuvj");
}

// What a Y4M header can name (including libav's extensions of yuv4mpeg(5)).
constexpr std::array y4m_formats{AV_PIX_FMT_YUV420P,   AV_PIX_FMT_YUV422P,   AV_PIX_FMT_YUV444P,
                                 AV_PIX_FMT_YUVA444P,  AV_PIX_FMT_GRAY8,     AV_PIX_FMT_GRAY10,
                                 AV_PIX_FMT_GRAY12,    AV_PIX_FMT_GRAY16,    AV_PIX_FMT_YUV420P10,
                                 AV_PIX_FMT_YUV422P10, AV_PIX_FMT_YUV444P10, AV_PIX_FMT_YUV420P12,
                                 AV_PIX_FMT_YUV422P12, AV_PIX_FMT_YUV444P12, AV_PIX_FMT_YUV420P16,
                                 AV_PIX_FMT_YUV422P16, AV_PIX_FMT_YUV444P16};

using Formats = std::vector<AVPixelFormat>;

// Drawable formats that the encoder accepts.
Formats drawable_formats(const AVCodec& encoder, const AVOutputFormat& container) {
  if (std::string_view(container.name) == "yuv4mpegpipe")
    return {y4m_formats.begin(), y4m_formats.end()};
  Formats plain;
  Formats full_range;
  if (encoder.pix_fmts == nullptr) {  // accepts anything
    for (const AVPixFmtDescriptor* d = av_pix_fmt_desc_next(nullptr); d != nullptr;
         d = av_pix_fmt_desc_next(d)) {
      const AVPixelFormat format = av_pix_fmt_desc_get_id(d);
      if (pixel_format_from_av(format) && !is_full_range_alias(format)) plain.push_back(format);
    }
    return plain;
  }
  for (const AVPixelFormat* f = encoder.pix_fmts; *f != AV_PIX_FMT_NONE; ++f) {
    if (pixel_format_from_av(*f)) (is_full_range_alias(*f) ? full_range : plain).push_back(*f);
  }
  // Motion JPEG is full range by definition; its formats without "J" are for experts.
  return plain.empty() || encoder.id == AV_CODEC_ID_MJPEG ? full_range : plain;
}

// Codecs for viewing rather than for further processing: colour is converted to Y'CbCr.
bool is_delivery(const AVCodec& encoder, const Formats& formats) {
  const CodecRow* row = codec_of_encoder(encoder.name);
  return row != nullptr && row->delivery && !std::ranges::all_of(formats, is_rgb);
}

// The format for a delivery codec, given the source's.
AVPixelFormat delivery_format(AVPixelFormat source) {
  const AVPixFmtDescriptor& d = *av_pix_fmt_desc_get(source);
  if (d.nb_components >= 3 && !is_rgb(source)) return source;
  const bool deep = d.comp[0].depth > 8;
  if (has_alpha(source)) return deep ? AV_PIX_FMT_YUVA420P10 : AV_PIX_FMT_YUVA420P;
  return deep ? AV_PIX_FMT_YUV420P10 : AV_PIX_FMT_YUV420P;
}

// A format with alpha in the source's depth, for drawing an overlay alone.
AVPixelFormat transparent_format(AVPixelFormat source) {
  const bool deep = av_pix_fmt_desc_get(source)->comp[0].depth > 8;
  return deep ? AV_PIX_FMT_YUVA444P16 : AV_PIX_FMT_YUVA444P;
}

bool splits_chroma(AVPixelFormat format, Size size) {
  const AVPixFmtDescriptor& d = *av_pix_fmt_desc_get(format);
  if (d.nb_components < 3 || is_rgb(format)) return false;
  return (d.log2_chroma_w > 0 && size.width % 2 != 0) ||
         (d.log2_chroma_h > 0 && size.height % 2 != 0);
}

std::string names_of(const Formats& formats) {
  std::string text;
  for (const AVPixelFormat format : formats)
    text += (text.empty() ? "" : ", ") + std::string(av_get_pix_fmt_name(format));
  return text;
}

AVPixelFormat named_format(const std::string& name, const AVCodec& encoder,
                           const Formats& formats) {
  const AVPixelFormat format = av_get_pix_fmt(name.c_str());
  if (std::ranges::find(formats, format) != formats.end()) return format;
  std::vector<std::string> names;
  for (const AVPixelFormat each : formats) names.emplace_back(av_get_pix_fmt_name(each));
  const std::string nearest = nearest_name(name, names);
  throw Error(ErrorCode::usage,
              fmt::format("encoder {} does not take pixel format '{}' here", encoder.name, name),
              nearest.empty() ? "it takes " + names_of(formats)
                              : fmt::format("did you mean '{}'?", nearest),
              SourceLocation{"--pixel-format"});
}

AVPixelFormat nearest_format(AVPixelFormat wanted, Formats formats) {
  if (std::ranges::find(formats, wanted) != formats.end()) return wanted;
  formats.push_back(AV_PIX_FMT_NONE);
  return avcodec_find_best_pix_fmt_of_list(formats.data(), wanted, has_alpha(wanted) ? 1 : 0,
                                           nullptr);
}

// Alpha that the container would lose is dropped before drawing, where that is announced.
void leave_what_fits(Formats& formats, const AVCodec& encoder, const AVOutputFormat& container,
                     Size size, bool overlay_only) {
  const CodecRow* row = codec_of_encoder(encoder.name);
  if (row != nullptr && !has_word(row->alpha_in, container.name)) std::erase_if(formats, has_alpha);
  if (overlay_only) {
    std::erase_if(formats, [](AVPixelFormat format) { return !has_alpha(format); });
    if (formats.empty()) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} in a {} file keeps no alpha", encoder.name, container.name),
                  alpha_codecs(), SourceLocation{"--overlay-only"});
    }
  }
  if (row == nullptr || encoder_row(encoder.name).odd_chroma) return;
  std::erase_if(formats, [size](AVPixelFormat format) { return splits_chroma(format, size); });
  if (formats.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("encoder {} does not take odd sizes such as {}x{}", encoder.name,
                            size.width, size.height),
                "vp9, ffv1 and h264 do");
  }
}

ColorModel model_of(AVPixelFormat format) {
  if (is_rgb(format)) return ColorModel::rgb;
  return av_pix_fmt_desc_get(format)->nb_components < 3 ? ColorModel::gray : ColorModel::ycbcr;
}

// Decoders of these codecs, libav's included, assume limited range: nothing in the stream says
// otherwise.
bool is_always_limited(AVCodecID id) {
  return id == AV_CODEC_ID_PRORES || id == AV_CODEC_ID_MPEG4;
}

// R'G'B' becomes BT.709 limited range, which players expect; Y'CbCr keeps its own meaning.
ColorSpec color_after(AVPixelFormat from, AVPixelFormat to, AVCodecID codec,
                      const ColorSpec& color) {
  ColorSpec result = color;
  const bool from_rgb = model_of(from) == ColorModel::rgb;
  const bool to_rgb = model_of(to) == ColorModel::rgb;
  if (from_rgb && !to_rgb) {
    result.matrix = ColorMatrix::bt709;
    result.range = ColorRange::limited;
    result.siting = ChromaSiting::left;
  }
  if ((to_rgb && !from_rgb) || is_full_range_alias(to)) result.range = ColorRange::full;
  if (is_always_limited(codec)) result.range = ColorRange::limited;
  return result;
}

}  // namespace

const AVOutputFormat& choose_container(const std::string& path, const std::string& name) {
  // Names are libav's or extensions: "mkv" works like "matroska".
  const AVOutputFormat* container =
      av_guess_format(name.empty() ? nullptr : name.c_str(), nullptr, nullptr);
  if (container == nullptr) {
    const std::string file = name.empty() ? path : "file." + name;
    container = av_guess_format(nullptr, file.c_str(), nullptr);
  }
  if (container == nullptr && !name.empty()) {
    throw Error(ErrorCode::usage, fmt::format("there is no container '{}'", name),
                suggest(name, {"mp4", "mov", "matroska", "webm", "mpegts", "avi", "mxf", "nut",
                               "y4m", "rawvideo"}),
                SourceLocation{"--format"});
  }
  if (container == nullptr) {
    throw Error(ErrorCode::usage, "the name's extension is not a known video container",
                "use .mp4, .mov, .mkv, .webm …, or a picture pattern such as frame_####.png",
                SourceLocation{path});
  }
  if ((container->flags & AVFMT_NOFILE) != 0 || std::string_view(container->name) == "gif") {
    const bool gif = std::string_view(container->name) == "gif";
    throw Error(
        ErrorCode::usage, gif ? "GIF output is not supported" : "is a name for single pictures",
        gif ? "use .mp4 or .webm" : "number the frames: frame_####.png", SourceLocation{path});
  }
  return *container;
}

const AVCodec* encoder_of(const CodecRow& codec) {
  const AVCodec* encoder = nullptr;
  any_word(codec.encoders, [&encoder](std::string_view name) {
    encoder = avcodec_find_encoder_by_name(std::string(name).c_str());
    return encoder != nullptr;
  });
  return encoder;
}

bool counts_frames(const AVOutputFormat& container) {
  return has_word("avi mxf", container.name);
}

const AVCodec& choose_encoder(const WriterOptions& options, const AVOutputFormat& container) {
  const AVCodec& encoder = options.codec.empty() ? default_encoder(container, options.overlay_only)
                                                 : find_encoder(options.codec);
  check_pair(encoder, container);
  return encoder;
}

bool is_nvenc(const AVCodec& encoder) {
  return std::string_view(encoder.name).ends_with("_nvenc");
}

bool leaves_encoder_open(const WriterOptions& options) {
  constexpr std::array open_names{"", "h264", "avc", "hevc", "h265", "av1"};
  return std::ranges::count(open_names, options.codec) > 0 && options.preset.empty() &&
         options.codec_options.empty() && options.pixel_format.empty() && !options.overlay_only;
}

NvencChoice choose_nvenc(const AVCodec& named, const AVFrame& source, const WriterOptions& options,
                         bool automatic) {
  const AVCodec* encoder = &named;
  if (!is_nvenc(named)) {
    const char* codec = avcodec_get_name(named.id);
    if (!automatic || !leaves_encoder_open(options))
      return {nullptr, "the options name a software encoder"};
    encoder = avcodec_find_encoder_by_name(fmt::format("{}_nvenc", codec).c_str());
    if (encoder == nullptr)
      return {nullptr, fmt::format("this libav has no NVENC encoder for {}", codec)};
  }
  const auto from = static_cast<AVPixelFormat>(source.format);
  if (semi_planar_equal(from) == AV_PIX_FMT_NONE || source.width % 2 != 0 || source.height % 2 != 0)
    return {nullptr, fmt::format("NVENC is not used for {}x{} {}", source.width, source.height,
                                 av_get_pix_fmt_name(from))};
  return {encoder};
}

const AVCodec& software_instead_of(const AVCodec& nvenc) {
  return find_encoder(avcodec_get_name(nvenc.id));
}

SinkFormat choose_format(const AVCodec& encoder, const AVOutputFormat& container,
                         const AVFrame& source, const ColorSpec& color,
                         const WriterOptions& options) {
  const auto from = static_cast<AVPixelFormat>(source.format);
  Formats formats = drawable_formats(encoder, container);
  const bool delivery = is_delivery(encoder, formats);
  leave_what_fits(formats, encoder, container, {source.width, source.height}, options.overlay_only);
  const AVPixelFormat wanted = options.overlay_only ? transparent_format(from)
                               : delivery           ? delivery_format(from)
                                                    : drawable_format(from);
  const AVPixelFormat to = options.pixel_format.empty()
                               ? nearest_format(wanted, formats)
                               : named_format(options.pixel_format, encoder, formats);
  if (to == AV_PIX_FMT_NONE) {
    throw Error(ErrorCode::usage,
                fmt::format("encoder {} takes no pixel format that can be drawn on", encoder.name));
  }
  return {to, color_after(from, to, encoder.id, color), {}, options.overlay_only};
}

std::string alpha_codecs() {
  std::string text;
  for (const CodecRow& row : codec_table()) {
    if (row.alpha_in.empty() || row.name == "raw" || row.name == "y4m") continue;
    text +=
        fmt::format("{}{} in {}", text.empty() ? "" : "; ", row.name, with_commas(row.alpha_in));
  }
  return "alpha is kept by " + text + "; .png, .tif and .exr sequences";
}

}  // namespace overlace
