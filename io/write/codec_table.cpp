// SPDX-License-Identifier: Apache-2.0
// Ranges are the encoders' own (documentation of x264, x265, SVT-AV1, libaom and libvpx); our
// defaults are visually lossless at a sensible speed.
#include "io/write/codec_table.h"

#include <algorithm>

namespace overlace {
namespace {

constexpr std::array<std::string_view, 10> x26x_presets{
    "ultrafast", "superfast", "veryfast", "faster",   "fast",
    "medium",    "slow",      "slower",   "veryslow", "placebo"};

// From x264's documentation; its streams list the values that it used in place of others. An H.264
// decoder keeps at most sixteen pictures (H.264, A.3.1).
constexpr std::array x264_ranges{
    SettingRange{"refs ref frameref", 1, 16}, SettingRange{"bf bframes", 0, 16},
    SettingRange{"subq subme", 0, 11},        SettingRange{"trellis", 0, 2},
    SettingRange{"rc-lookahead", 0, 250},     SettingRange{"qcomp", 0, 1},
    SettingRange{"aq-strength", 0, 3}};
constexpr std::array mpeg4_ranges{SettingRange{"bf", 0, 16}};   // libavcodec's own maximum
constexpr std::array ffv1_ranges{SettingRange{"level", 0, 3}};  // RFC 9043; 4 is experimental

// NVENC: constant quality in a variable rate without a ceiling. No B-frames: with timestamps finer
// than a frame libav 5.1 gives them decoding timestamps after their presentation.
constexpr EncoderRow nvenc(std::string_view name, double quality) {
  return {.name = name,
          .quality = QualityScale{0, 51, quality, "cq"},
          .preset_option = "preset",
          .preset = "p5",
          .options = {{{"rc", "vbr"}, {"b", "0"}, {"bf", "0"}}}};
}

// Some encoders' bytes depend on the number of threads, by default that of the machine's cores.
// x264's own choice on eight cores costs nothing on two.
constexpr std::string_view x264_threads = "12";
// x265 3.5 does not always give the same bytes when it encodes several frames concurrently,
// whatever the number of threads. It still processes several rows of a frame in parallel.
constexpr std::string_view x265_threads = "1";

constexpr std::array encoders{
    EncoderRow{.name = "libx264",
               .quality = QualityScale{0, 51, 18},
               .preset_option = "preset",
               .preset = "fast",
               .presets = x26x_presets,
               .ranges = x264_ranges,
               .params = "x264-params",
               .options = {{{"threads", x264_threads}}},
               .fields = FieldCoding::coded},
    EncoderRow{.name = "libx264rgb",
               .quality = QualityScale{0, 51, 18},
               .preset_option = "preset",
               .preset = "fast",
               .presets = x26x_presets,
               .ranges = x264_ranges,
               .params = "x264-params",
               .options = {{{"threads", x264_threads}}},
               .odd_chroma = true},
    EncoderRow{.name = "libx265",
               .quality = QualityScale{0, 51, 20},
               .preset_option = "preset",
               .preset = "fast",
               .presets = x26x_presets,
               .params = "x265-params",
               .options = {{{"x265-params", "log-level=none"}, {"threads", x265_threads}}}},
    nvenc("h264_nvenc", 19),
    nvenc("hevc_nvenc", 21),
    nvenc("av1_nvenc", 26),
    EncoderRow{.name = "libsvtav1",
               .quality = QualityScale{1, 63, 25},
               .preset_option = "preset",
               .preset = "8",
               .params = "svtav1-params"},
    EncoderRow{.name = "libaom-av1",
               .quality = QualityScale{0, 63, 24},
               .preset_option = "cpu-used",
               .preset = "6",
               .params = "aom-params",
               .options = {{{"row-mt", "1"}}},
               .odd_chroma = true},
    EncoderRow{.name = "librav1e",
               .quality = QualityScale{0, 255, 80, "qp"},
               .preset_option = "speed",
               .preset = "8",
               .params = "rav1e-params",
               .odd_chroma = true},
    EncoderRow{.name = "libvpx-vp9",
               .quality = QualityScale{0, 63, 24},
               .preset_option = "cpu-used",
               .preset = "4",
               .options = {{{"b", "0"}, {"row-mt", "1"}, {"threads", "8"}}},
               .odd_chroma = true},
    EncoderRow{.name = "libvpx",
               .quality = QualityScale{4, 63, 10},
               .preset_option = "cpu-used",
               .preset = "4",
               .options = {{{"b", "8M"}, {"threads", "4"}}},
               .odd_chroma = true},
    EncoderRow{.name = "mpeg4",
               .quality = QualityScale{1, 31, 2, "global_quality", 118},
               .ranges = mpeg4_ranges,
               .options = {{{"flags", "+qscale"}, {"threads", "4"}}}},
    EncoderRow{.name = "mjpeg",
               .quality = QualityScale{2, 31, 2, "global_quality", 118},
               .options = {{{"flags", "+qscale"}}},
               .fields = FieldCoding::tagged,
               .odd_chroma = true},
    EncoderRow{
        .name = "prores_ks", .options = {{{"vendor", "apl0"}}}, .fields = FieldCoding::coded},
    EncoderRow{.name = "dnxhd"},
    EncoderRow{.name = "ffv1",
               .ranges = ffv1_ranges,
               .options = {{{"level", "3"}, {"g", "1"}, {"slicecrc", "1"}}},
               .fields = FieldCoding::tagged,
               .odd_chroma = true},
    EncoderRow{.name = "png", .fields = FieldCoding::tagged, .odd_chroma = true},
    EncoderRow{.name = "qtrle", .fields = FieldCoding::tagged, .odd_chroma = true},
    EncoderRow{.name = "utvideo", .fields = FieldCoding::tagged},
    EncoderRow{.name = "rawvideo", .fields = FieldCoding::tagged, .odd_chroma = true},
    EncoderRow{.name = "wrapped_avframe", .fields = FieldCoding::tagged, .odd_chroma = true},
};

constexpr std::array codecs{
    CodecRow{.name = "h264",
             .aliases = "avc x264",
             .encoders = "libx264 libx264rgb h264_nvenc libopenh264",
             .containers = "mp4 mov matroska mpegts flv avi mxf nut h264 ipod",
             .default_in = "mp4 mov matroska mpegts flv avi nut h264 ipod",
             .delivery = true,
             .note = "plays everywhere"},
    CodecRow{.name = "hevc",
             .aliases = "h265 x265",
             .encoders = "libx265 hevc_nvenc",
             .containers = "mp4 mov matroska mpegts nut hevc ipod",
             .default_in = "hevc",
             .delivery = true,
             .note = "HDR10 and HLG kept"},
    CodecRow{.name = "av1",
             .encoders = "libsvtav1 libaom-av1 librav1e av1_nvenc",
             .containers = "mp4 matroska webm ivf obu",
             .default_in = "ivf obu",
             .delivery = true,
             .note = "HDR10 and HLG kept"},
    CodecRow{.name = "prores",
             .encoders = "prores_ks",
             .containers = "mov matroska nut",
             .alpha_in = "mov matroska nut",
             .note = "422 HQ; 4444 where the picture is 4:4:4 or has alpha; --vopt profile=lt …"},
    CodecRow{.name = "dnxhr",
             .aliases = "dnxhd",
             .encoders = "dnxhd",
             .containers = "mov mxf matroska nut",
             .default_in = "mxf",
             .note = "HQ; HQX above 8 bits, 444 where the picture is"},
    CodecRow{.name = "vp9",
             .encoders = "libvpx-vp9",
             .containers = "webm matroska mp4 ivf nut",
             .default_in = "webm",
             .alpha_in = "webm matroska",
             .delivery = true,
             .note = "alpha in 8 bit 4:2:0"},
    CodecRow{.name = "vp8",
             .encoders = "libvpx",
             .containers = "webm matroska ivf nut",
             .alpha_in = "webm matroska",
             .delivery = true},
    CodecRow{.name = "ffv1",
             .encoders = "ffv1",
             .containers = "matroska avi nut mov",
             .alpha_in = "matroska avi nut mov",
             .note = "lossless"},
    CodecRow{.name = "png",
             .encoders = "png",
             .containers = "mov matroska avi nut",
             .alpha_in = "mov matroska avi nut",
             .note = "lossless R'G'B'"},
    CodecRow{.name = "qtrle",
             .aliases = "animation",
             .encoders = "qtrle",
             .containers = "mov",
             .alpha_in = "mov",
             .note = "lossless 8-bit R'G'B'"},
    CodecRow{.name = "utvideo",
             .encoders = "utvideo",
             .containers = "avi matroska mov nut",
             .alpha_in = "avi matroska mov nut",
             .note = "lossless, fast"},
    CodecRow{.name = "mjpeg",
             .aliases = "jpeg",
             .encoders = "mjpeg",
             .containers = "mov matroska avi mp4 nut"},
    CodecRow{.name = "mpeg4",
             .encoders = "mpeg4",
             .containers = "mp4 mov matroska avi mpegts nut ipod",
             .delivery = true},
    CodecRow{.name = "raw",
             .aliases = "rawvideo",
             .encoders = "rawvideo",
             .containers = "rawvideo nut",
             .default_in = "rawvideo",
             .alpha_in = "rawvideo nut",
             .note = "uncompressed"},
    CodecRow{.name = "y4m",
             .encoders = "wrapped_avframe",
             .containers = "yuv4mpegpipe",
             .default_in = "yuv4mpegpipe",
             .alpha_in = "yuv4mpegpipe",
             .note = "uncompressed, for pipes"},
};

}  // namespace

std::span<const CodecRow> codec_table() {
  return codecs;
}

const CodecRow* find_codec(std::string_view name) {
  const auto* found = std::ranges::find_if(codecs, [name](const CodecRow& row) {
    return row.name == name || has_word(row.aliases, name);
  });
  return found == codecs.end() ? nullptr : found;
}

const CodecRow* codec_of_encoder(std::string_view encoder) {
  const auto* found = std::ranges::find_if(
      codecs, [encoder](const CodecRow& row) { return has_word(row.encoders, encoder); });
  return found == codecs.end() ? nullptr : found;
}

EncoderRow encoder_row(std::string_view encoder) {
  const auto* found = std::ranges::find(encoders, encoder, &EncoderRow::name);
  return found == encoders.end() ? EncoderRow{.name = encoder} : *found;
}

bool has_word(std::string_view list, std::string_view word) {
  return any_word(list, [word](std::string_view each) { return each == word; });
}

std::string with_commas(std::string_view list) {
  std::string text;
  any_word(list, [&text](std::string_view word) {
    text += (text.empty() ? "" : ", ") + std::string(word);
    return false;
  });
  return text;
}

}  // namespace overlace
