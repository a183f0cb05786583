// SPDX-License-Identifier: Apache-2.0
// Option tables for outputs.
#include "cli/output_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "graph/core/error.h"

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
    throw Error(ErrorCode::usage, fmt::format("'{}' is not a bit rate", text),
                "write bits per second: 800k, 12M, from 1k to 2000M");
  return static_cast<std::int64_t>(bits);
}

std::pair<std::string, std::string> parse_codec_option(const std::string& text) {
  const std::size_t sign = text.find('=');
  if (sign == 0 || sign == std::string::npos)
    throw Error(ErrorCode::usage, fmt::format("'{}' is not an encoder option", text),
                fmt::format("write {}=VALUE, as in tune=film", sign == 0 ? "KEY" : text));
  return {text.substr(0, sign), text.substr(sign + 1)};
}

/// Words separated by commas, converted to what they stand for, each once.
template <class T>
std::vector<T> parse_kinds(const std::string& text, const std::vector<Choice<T>>& choices) {
  std::vector<T> kinds;
  std::vector<std::string> words;
  for (const Choice<T>& choice : choices) words.emplace_back(choice.word);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    const auto found = std::ranges::find(choices, word, &Choice<T>::word);
    if (found == choices.end())
      throw Error(ErrorCode::usage, fmt::format("'{}' is not one of them", word),
                  suggest(word, words));
    if (std::ranges::find(kinds, found->value) == kinds.end()) kinds.push_back(found->value);
    begin = end + 1;
  }
  return kinds;
}

void add_aov_options(const Command& command, AovOptions& aovs) {
  command.parsed(
      "--cryptomatte KINDS", aovs.mattes,
      [](const std::string& text) {
        return parse_kinds<MatteKind>(
            text,
            {{"track", MatteKind::track}, {"class", MatteKind::type}, {"node", MatteKind::node}});
      },
      "Mattes by id in EXR output, for: track, class, node");
  command.parsed(
      "--aov KINDS", aovs.aovs,
      [](const std::string& text) {
        return parse_kinds<Aov>(text, {{"id", Aov::id},
                                       {"class", Aov::class_index},
                                       {"score", Aov::score},
                                       {"forward", Aov::forward},
                                       {"uv", Aov::uv}});
      },
      "Data about each pixel's object in EXR output: id, class, score, forward, uv");
}

void add_encoder_options(const Command& table, WriterOptions& writer) {
  const Command command = table.group("Encoding");
  command.text("--format CONTAINER", writer.container,
               "Container, if not that of the extension: mp4, mov, mkv, nut, y4m, rawvideo …");
  command.text("--vcodec CODEC", writer.codec,
               "Codec: h264, hevc, av1, prores, dnxhr, vp9, ffv1 … ('overlace codecs' lists them)");
  const OptionRow quality =
      command.number("--crf", writer.crf, "Constant quality on the encoder's own scale");
  command
      .parsed("--bitrate RATE", writer.bitrate, parse_bitrate,
              "Bit rate instead of constant quality: 800k, 12M")
      .excludes(quality);
  add_encoder_preset_option(command, writer, "The encoder's preset: fast, slow …");
  command.whole("--gop", writer.gop, "Maximum frames from one key frame to the next (default: 2 s)",
                {{1, 100'000}});
  command.text("--pixel-format NAME", writer.pixel_format,
               "Pixel format: yuv420p, yuv422p10le … (default: the source's, or the nearest)");
  add_codec_option(command, writer, "Encoder option KEY=VALUE");
}

void add_audio_option(const Command& table, RenderSettings& settings) {
  const Command command = table.group("Sound");
  command.choice<AudioChoice>("--audio", settings.audio,
                              {{"auto", AudioChoice::automatic},
                               {"part", AudioChoice::keep},
                               {"keep", AudioChoice::keep},
                               {"all", AudioChoice::all},
                               {"none", AudioChoice::none},
                               {"add", AudioChoice::add},
                               {"replace", AudioChoice::replace},
                               {"mix", AudioChoice::mix}},
                              "Sound: keep (or part) copies that of the rendered frames, all "
                              "copies all of it; add puts the graph's beside it, replace in its "
                              "place, mix mixes both; auto is add if the graph plays, else keep");
}

}  // namespace

void add_voice_options(const Command& command, SoundSettings& sound) {
  command.whole("--sound-rate", sound.rate, "Samples per second of the graph's sound",
                {{8000, 192'000}});
  command.whole("--voices", sound.voices, "Voices that sound at once", {{2, 512}});
}

void add_sound_options(const Command& table, SoundSettings& sound) {
  const Command command = table.group("Sound");
  command.text("--sound-codec NAME", sound.codec,
               "Codec of the graph's sound: aac, flac, pcm_f32le … (default: by container)");
  add_voice_options(command, sound);
  command.number("--loudness LUFS", sound.loudness_lufs,
                 "Integrated loudness of the graph's sound, LUFS", {{-60, 0}});
}

void add_codec_option(const Command& command, WriterOptions& writer, const std::string& doc) {
  command.each("--vopt KEY=VALUE", writer.codec_options, parse_codec_option, doc);
}

void add_encoder_preset_option(const Command& command, WriterOptions& writer,
                               const std::string& doc) {
  command.text("--encoder-preset NAME", writer.preset, doc);
  command.misnomer("--preset",
                   "the encoder's is --encoder-preset; a look is chosen with -g, as in -g neon");
}

void add_output_options(const Command& command, RenderSettings& settings) {
  WriterOptions& writer = settings.transcode.writer;
  add_encoder_options(command, writer);
  const Command encoding = command.group("Encoding");
  encoding.whole(
      "--start-number", writer.start_number,
      "Number of the clip's first frame in a picture sequence (default: that of --first-frame)",
      {{0, 100'000'000}});
  add_audio_option(command, settings);
  add_sound_options(command, settings.sound);
  encoding.flag("--copy-if-untouched", settings.copy_if_untouched,
                "Copy frames that nothing is drawn on instead of encoding them again, where safe");
  add_picture_options(command, writer);
}

void add_picture_options(const Command& table, WriterOptions& writer) {
  const Command command = table.group("Pictures, layers and mattes");
  command.flag("--overlay-only", writer.overlay_only,
               "Write the overlay alone, with alpha: EXR, PNG, ProRes 4444, VP9 …");
  command.choice<OutputAlpha>(
      "--alpha", writer.alpha,
      {{"auto", OutputAlpha::usual},
       {"straight", OutputAlpha::straight},
       {"premultiplied", OutputAlpha::premultiplied}},
      "Alpha of an overlay alone; auto is the kind that the format expects");
  command.choice<bool>("--exr-light", writer.exr.linear, {{"linear", true}, {"display", false}},
                       "What EXR output holds: linear light, or display-referred R'G'B'");
  command.choice<bool>("--exr-window", writer.exr.whole_window, {{"tight", false}, {"whole", true}},
                       "Data window of EXR overlays: around what is painted, or the whole picture");
  command.choice<ExrCompression>("--exr-compression", writer.exr.compression,
                                 {{"zips", ExrCompression::zips},
                                  {"zip", ExrCompression::zip},
                                  {"rle", ExrCompression::rle},
                                  {"piz", ExrCompression::piz},
                                  {"dwaa", ExrCompression::dwaa},
                                  {"none", ExrCompression::none}},
                                 "Compression of EXR output; all but dwaa are lossless");
  command.choice<bool>("--exr-depth", writer.exr.whole_floats, {{"half", false}, {"float", true}},
                       "Samples of EXR output: 16 bits, which is enough for compositing, or 32; "
                       "plates that are drawn on keep theirs");
  command.choice<LayerSplit>(
      "--layers", writer.layers.split,
      {{"none", LayerSplit::none}, {"node", LayerSplit::node}, {"class", LayerSplit::type}},
      "Layers of EXR output beside R, G, B, A: one per composited node, or "
      "one per class of objects");
  command.flag("--parts", writer.layers.parts,
               "Write each EXR layer as a part of its own, with its own data window");
  add_aov_options(command, writer.aovs);
}

}  // namespace overlace
