// SPDX-License-Identifier: Apache-2.0
// The table of codecs as supported by this machine's libav, in words.
#pragma once

#include <string>
#include <vector>

namespace overlace {

/// A codec, for people. Lists are separated by commas; "" where there is nothing to say.
struct CodecFacts {
  std::string name, aliases{};
  std::string encoder{};     ///< the one that is used, by libav's name; "" = none is available
  std::string containers{};  ///< libav's names
  std::string quality{};     ///< range of --crf
  std::string presets{};     ///< of --encoder-preset
  std::string alpha_in{};    ///< containers that keep alpha
  std::string note{};
};

/// All codecs, in the order of preference.
[[nodiscard]] std::vector<CodecFacts> codec_facts();

/// "libavcodec 59.37.100", the version loaded: another one may write other bytes.
[[nodiscard]] std::string encoder_library();

}  // namespace overlace
