// SPDX-License-Identifier: Apache-2.0
// Rows of the table, combined with what libav's encoders state about themselves.
#include "io/write/codec_facts.h"

#include <fmt/format.h>

#include "io/av/av.h"
#include "io/write/codec_table.h"
#include "io/write/encoder_choice.h"
#include "io/write/encoder_options.h"

namespace overlace {
namespace {

std::string presets_of(const AVCodec& encoder, const EncoderRow& row) {
  if (row.preset_option.empty()) return "";
  if (!row.presets.empty())
    return fmt::format("{} … {} ({})", row.presets.front(), row.presets.back(), row.preset);
  const AVClass* options = encoder.priv_class;
  const AVOption* option = av_opt_find(&options, std::string(row.preset_option).c_str(), nullptr, 0,
                                       AV_OPT_SEARCH_FAKE_OBJ);
  if (option == nullptr) return std::string(row.preset);
  return fmt::format("{:g} … {:g} ({})", option->min, option->max, row.preset);
}

CodecFacts facts_of(const CodecRow& codec) {
  CodecFacts facts{.name = std::string(codec.name),
                   .aliases = with_commas(codec.aliases),
                   .containers = with_commas(codec.containers),
                   .alpha_in = with_commas(codec.alpha_in),
                   .note = std::string(codec.note)};
  const AVCodec* encoder = encoder_of(codec);
  if (encoder == nullptr) return facts;
  const EncoderRow row = encoder_row(encoder->name);
  facts.encoder = encoder->name;
  if (row.quality) facts.quality = describe(*row.quality);
  facts.presets = presets_of(*encoder, row);
  return facts;
}

}  // namespace

std::vector<CodecFacts> codec_facts() {
  std::vector<CodecFacts> all;
  for (const CodecRow& codec : codec_table()) all.push_back(facts_of(codec));
  return all;
}

std::string encoder_library() {
  const unsigned version = avcodec_version();
  return fmt::format("libavcodec {}.{}.{}", AV_VERSION_MAJOR(version), AV_VERSION_MINOR(version),
                     AV_VERSION_MICRO(version));
}

}  // namespace overlace
