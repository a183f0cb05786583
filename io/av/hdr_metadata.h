// SPDX-License-Identifier: Apache-2.0
// HDR10's static metadata: from a decoded stream into an encoder and a container.
#pragma once

#include <optional>
#include <string>

#include "io/av/av.h"

namespace overlace {

/// SMPTE ST 2086 mastering display and CTA-861.3 content light level, as far as they are known.
struct HdrMetadata {
  std::optional<AVMasteringDisplayMetadata> mastering{};  ///< primaries and luminance, both set
  std::optional<AVContentLightMetadata> light{};
};

/// What the first frame says, else what the container says.
[[nodiscard]] HdrMetadata hdr_metadata_of(const AVFrame& frame, const AVStream& stream);

/// Options "key=value:…" that make the library behind `encoder` write it into its stream; "" where
/// there is nothing to write or libav's encoder has no way to be told.
[[nodiscard]] std::string hdr_params(const HdrMetadata& hdr, const AVCodec& encoder);

/// Side data of the output's stream, for what containers keep; what is there already stays. Throws
/// Error(out_of_memory).
void add_hdr(AVStream& to, const HdrMetadata& hdr);

}  // namespace overlace
