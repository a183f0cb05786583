// SPDX-License-Identifier: Apache-2.0
// x264's numbers are those of its presets (x264 --fullhelp); the other sizes were measured.
#include "io/write/encoder_memory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

#include "io/write/codec_table.h"

namespace overlace {
namespace {

/// An encoder's memory with overlace's settings, in pictures.
struct MeasuredLoad {
  std::string_view encoder;
  double pictures;
};

constexpr std::array measured{
    MeasuredLoad{"libx265", 100},    MeasuredLoad{"libsvtav1", 180},
    MeasuredLoad{"libaom-av1", 130}, MeasuredLoad{"libvpx-vp9", 95},
    MeasuredLoad{"libvpx", 28},      MeasuredLoad{"mpeg4", 17},
    MeasuredLoad{"mjpeg", 14},       MeasuredLoad{"prores_ks", 3},
    MeasuredLoad{"dnxhd", 50},       MeasuredLoad{"ffv1", 105},
    MeasuredLoad{"png", 5},          MeasuredLoad{"exr", 20},
    MeasuredLoad{"qtrle", 4},        MeasuredLoad{"utvideo", 14},
    MeasuredLoad{"rawvideo", 1},     MeasuredLoad{"wrapped_avframe", 0},
};
constexpr double unknown_pictures = 20;
/// An overlay alone comes as four floats per pixel, and is stored in OpenEXR as four halves or
/// floats; the file is small.
constexpr double exr_overlay_pictures = 0.55, exr_whole_float_pictures = 1.05;

/// What determines x264's memory.
struct X264Preset {
  std::string_view name;
  int lookahead;          ///< frames
  int references;         ///< frames
  int b_frames;           ///< in sequence
  double per_thread = 7;  ///< pictures per frame being encoded
};

constexpr std::array x264_presets{
    X264Preset{"ultrafast", 0, 1, 0, 4}, X264Preset{"superfast", 0, 1, 3},
    X264Preset{"veryfast", 10, 1, 3},    X264Preset{"faster", 20, 2, 3},
    X264Preset{"fast", 30, 2, 3},        X264Preset{"medium", 40, 3, 3},
    X264Preset{"slow", 50, 5, 3},        X264Preset{"slower", 60, 8, 3},
    X264Preset{"veryslow", 60, 16, 8},   X264Preset{"placebo", 60, 16, 16},
};
constexpr double waiting_picture = 2;    ///< the picture, and at half size for the lookahead
constexpr double reference_picture = 3;  ///< luma four times, for half-pixel positions, and chroma

/// A number that the user, or else overlace, sets on the encoder.
std::optional<int> setting(const EncoderRow& row, const WriterOptions& options,
                           std::string_view name) {
  std::optional<std::string_view> text;
  for (const auto& [key, value] : row.options)
    if (key == name) text = value;
  for (const auto& [key, value] : options.codec_options)
    if (key == name) text = value;
  int number = 0;
  if (!text || std::from_chars(text->data(), text->data() + text->size(), number).ec != std::errc{})
    return std::nullopt;
  return number;
}

X264Preset preset_of(std::string_view name) {
  const auto* found = std::ranges::find(x264_presets, name, &X264Preset::name);
  return found == x264_presets.end() ? X264Preset{name, 40, 3, 3} : *found;
}

// Frames come out after the lookahead, a run of B-frames, and the frames on other threads.
EncoderLoad x264_load(const EncoderRow& row, const WriterOptions& options, std::int64_t frames) {
  const X264Preset preset = preset_of(options.preset.empty() ? row.preset : options.preset);
  const int threads = std::max(setting(row, options, "threads").value_or(1), 1);
  const int ahead = setting(row, options, "rc-lookahead").value_or(preset.lookahead);
  const int b_frames = setting(row, options, "bf").value_or(preset.b_frames);
  const int references = setting(row, options, "refs").value_or(preset.references);
  const std::int64_t there = frames > 0 ? frames : std::numeric_limits<int>::max();
  const int waiting =
      static_cast<int>(std::min<std::int64_t>(ahead + b_frames + 1 + threads, there));
  const double pictures =
      waiting * waiting_picture + threads * preset.per_thread + references * reference_picture;
  return {.waiting = waiting, .threads = threads, .pictures = pictures};
}

}  // namespace

EncoderLoad encoder_load(std::string_view encoder, const WriterOptions& options,
                         std::int64_t frames) {
  const EncoderRow row = encoder_row(encoder);
  if (encoder == "libx264" || encoder == "libx264rgb") return x264_load(row, options, frames);
  if (encoder == "exr" && options.overlay_only)
    return {.pictures = options.exr.whole_floats ? exr_whole_float_pictures : exr_overlay_pictures};
  const auto* found = std::ranges::find(measured, encoder, &MeasuredLoad::encoder);
  return {.threads = setting(row, options, "threads").value_or(0),
          .pictures = found == measured.end() ? unknown_pictures : found->pictures};
}

}  // namespace overlace
