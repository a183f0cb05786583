// SPDX-License-Identifier: Apache-2.0
// The codecs that overlace writes: one table for choices, checks, errors and `overlace codecs`.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace overlace {

/// An encoder's scale of constant quality, from `best` to `worst`.
struct QualityScale {
  double best, worst;
  double ours;                      ///< visually lossless
  std::string_view option = "crf";  ///< libav's name
  int factor = 1;                   ///< libav expects the value times this
};

/// The range of a number that an encoder, or libav before it, silently clamps.
struct SettingRange {
  std::string_view names;  ///< words: libav's option, then keys of the encoder's own "key=value:…"
  double least, most;
};

/// How an encoder can mark interlaced pictures.
enum class FieldCoding : std::uint8_t {
  coded,   ///< fields are coded as such, and flagged in the stream
  tagged,  ///< coded as frames without harm; the container says that they are fields
  none,    ///< nothing in the stream distinguishes fields from frames
};

/// An encoder of libav, and what overlace sets on it.
struct EncoderRow {
  std::string_view name;                  ///< libav's, "libx264"
  std::optional<QualityScale> quality{};  ///< nothing: lossless, or by profile
  std::string_view preset_option{};  ///< what `--encoder-preset` sets; "" = there are no presets
  std::string_view preset{};         ///< our default
  /// Names of the presets, where libav accepts any text.
  std::span<const std::string_view> presets{};
  std::span<const SettingRange> ranges{};  ///< unknown to libav's options
  std::string_view params{};  ///< option with "key=value:…" for the library behind the encoder
  std::array<std::pair<std::string_view, std::string_view>, 3> options{};  ///< our other options
  FieldCoding fields = FieldCoding::none;
  bool odd_chroma = false;  ///< accepts odd sizes with subsampled chroma
};

/// A codec by the name that users type. Lists are words separated by spaces.
struct CodecRow {
  std::string_view name;
  std::string_view aliases{};
  std::string_view encoders;      ///< libav's; the first one available is used
  std::string_view containers;    ///< libav's muxers that support it and whose players expect it
  std::string_view default_in{};  ///< containers that use it when no codec is named
  std::string_view alpha_in{};    ///< containers that keep its alpha
  bool delivery = false;    ///< for viewers: colour becomes 4:2:0 Y'CbCr unless already Y'CbCr
  std::string_view note{};  ///< what users should know, in one line
};

/// All rows, in the order of preference.
[[nodiscard]] std::span<const CodecRow> codec_table();
/// The codec of that name or alias; null when there is none.
[[nodiscard]] const CodecRow* find_codec(std::string_view name);
/// The codec whose row lists this encoder of libav; null when none does.
[[nodiscard]] const CodecRow* codec_of_encoder(std::string_view encoder);
/// Our settings for an encoder of libav; just its name if no row has it.
[[nodiscard]] EncoderRow encoder_row(std::string_view encoder);

/// True when `word` is one of the words of `list`.
[[nodiscard]] bool has_word(std::string_view list, std::string_view word);
/// Calls `visit` with each word of `list` until it returns true; returns whether it did.
template <class Visit>
bool any_word(std::string_view list, Visit visit) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (visit(list.substr(0, end))) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

/// "mp4, mov" of "mp4 mov".
[[nodiscard]] std::string with_commas(std::string_view list);

}  // namespace overlace
