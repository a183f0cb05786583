// SPDX-License-Identifier: Apache-2.0
// HDR10's static metadata: from a decoded stream into an encoder and a container.
#pragma once

#include <optional>
#include <string>

#include "io/av/av.h"

namespace overlace {

/// SMPTE ST 2086 mastering display and CTA-861.3 content light level, where known.
struct HdrMetadata {
  std::optional<AVMasteringDisplayMetadata> mastering{};  ///< primaries and luminance, both set
  std::optional<AVContentLightMetadata> light{};
};

/// From the first frame, else from the container.
[[nodiscard]] HdrMetadata hdr_metadata_of(const AVFrame& frame, const AVStream& stream);

/// Options "key=value:…" that make the library behind `encoder` write the metadata into its stream;
/// "" where there is nothing to write or libav's encoder has no such options.
[[nodiscard]] std::string hdr_params(const HdrMetadata& hdr, const AVCodec& encoder);

/// Side data of the output stream, which containers store; existing side data is kept. Throws
/// Error(out_of_memory).
void add_hdr(AVStream& to, const HdrMetadata& hdr);

}  // namespace overlace
