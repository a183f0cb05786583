// SPDX-License-Identifier: Apache-2.0
// From typed settings to the writer's.
#include "tools/cli/output_options.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

#include "graph/core/error.h"
#include "graph/document/document.h"
#include "io/write/image_sequence.h"

namespace overlace {
namespace {

// "800k", "12M", "2.5M" or plain bits per second.
std::int64_t parse_bitrate(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  const double factor = unit.empty() ? 1 : unit == "k" || unit == "K" ? 1e3 : unit == "M" ? 1e6 : 0;
  const double bits = value * factor;
  if (error != std::errc{} || !(bits >= 1000 && bits <= 2e9))
    throw Error(ErrorCode::usage, fmt::format("'{}' is no bit rate", text),
                "write bits per second: 800k, 12M, from 1k to 2000M", Place{"--bitrate"});
  return static_cast<std::int64_t>(bits);
}

AlphaKind parse_alpha(const std::string& text) {
  constexpr std::array kinds{std::pair{"auto", AlphaKind::usual},
                             std::pair{"straight", AlphaKind::straight},
                             std::pair{"premultiplied", AlphaKind::premultiplied}};
  for (const auto& [name, kind] : kinds)
    if (text == name) return kind;
  throw Error(ErrorCode::usage, fmt::format("there is no alpha '{}'", text),
              suggest(text, {"auto", "straight", "premultiplied"}), Place{"--alpha"});
}

}  // namespace

void OutputOptions::add_to(CLI::App& command) {
  command.add_option(
      "--format", container,
      "Container, if the extension does not say: mp4, mov, mkv, nut, y4m, rawvideo …");
  command.add_option("--vcodec", codec,
                     "h264, hevc, av1, prores, dnxhr, vp9, ffv1 … ('overlace codecs' lists them)");
  CLI::Option* quality =
      command.add_option("--crf", crf, "Constant quality on the encoder's own scale");
  command
      .add_option("--bitrate", bitrate, "Bits per second instead of constant quality: 800k, 12M")
      ->excludes(quality);
  command.add_option("--preset", preset, "The encoder's preset: fast, slow …");
  command.add_option("--gop", gop, "Frames from a key frame to the next at most (default: 2 s)")
      ->check(CLI::Range(1, 100000));
  command.add_option("--pixel-format", pixel_format,
                     "yuv420p, yuv422p10le … (default: the source's, or the nearest)");
  command.add_option("--vopt", codec_options, "KEY=VALUE for the encoder, as often as you like")
      ->allow_extra_args(false);
  command
      .add_option(
          "--start-number", start_number,
          "What the first frame is called in a picture sequence (default: as in the input, or 0)")
      ->check(CLI::Range(0, 100000000));
  command
      .add_option("--audio", audio,
                  "Sound of the frames that are rendered: part; all of it, or none")
      ->check(CLI::IsMember({"part", "none", "all"}))
      ->capture_default_str();
  command.add_flag(
      "--copy-if-untouched", copy_if_untouched,
      "Pass on what nothing is drawn on without encoding it again, where that is safe");
  command.add_flag("--overlay-only", overlay_only,
                   "The overlay alone, with alpha: EXR, PNG, ProRes 4444, VP9 …");
  command
      .add_option(
          "--alpha", alpha,
          "Colour of an overlay alone: straight or premultiplied (auto: as the format has it)")
      ->capture_default_str();
  command
      .add_option("--exr-light", exr_light,
                  "EXR holds linear light, or R'G'B' as displayed: display")
      ->check(CLI::IsMember({"linear", "display"}))
      ->capture_default_str();
}

void OutputOptions::apply(WriterOptions& writer, const std::string& output) const {
  if (start_number && !is_sequence(output))
    throw Error(ErrorCode::usage, "only picture sequences have numbers",
                "name them like frame_####.exr", Place{"--start-number"});
  writer.start_number = start_number;
  writer.sound = audio == "none" ? Sound::none : audio == "all" ? Sound::all : Sound::part;
  writer.linear = exr_light == "linear";
  writer.container = container;
  writer.codec = codec;
  writer.crf = crf;
  if (!bitrate.empty()) writer.bitrate = parse_bitrate(bitrate);
  writer.preset = preset;
  writer.gop = gop;
  writer.pixel_format = pixel_format;
  for (const std::string& text : codec_options) {
    const Setting setting = parse_setting(text);
    writer.codec_options.emplace_back(setting.target, setting.value);
  }
  writer.overlay_only = overlay_only;
  writer.alpha = parse_alpha(alpha);
}

}  // namespace overlace
