// SPDX-License-Identifier: Apache-2.0
// Views of bytes that libav owns: valid as long as the object they come from.
#pragma once

#include "io/av/av.h"
#include "io/av/nal_units.h"

namespace overlace {

[[nodiscard]] inline ByteSpan bytes_of(const AVPacket& packet) {
  return {packet.data, static_cast<std::size_t>(packet.size)};
}

/// Headers that are stored beside a stream's packets; empty where there are none.
[[nodiscard]] inline ByteSpan extradata_of(const AVCodecParameters& codec) {
  return {codec.extradata, static_cast<std::size_t>(codec.extradata_size)};
}
[[nodiscard]] inline ByteSpan extradata_of(const AVCodecContext& codec) {
  return {codec.extradata, static_cast<std::size_t>(codec.extradata_size)};
}

}  // namespace overlace
