// SPDX-License-Identifier: Apache-2.0
// Pictures as files: PNG, TIFF and OpenEXR, by extension.
#pragma once

#include <memory>
#include <string>

#include "io/files/atomic_output.h"
#include "io/frames/still_encoder.h"

namespace overlace {

/// The encoder for the extension of `path`: .png and .tif, .tiff hold RGB, or RGBA where the
/// picture has alpha, 16 bits per sample where it has more than 8; PNG states colours other than
/// sRGB's; .exr holds half floats, with alpha always premultiplied. Throws Error(usage) for other
/// extensions, Error(unavailable).
[[nodiscard]] std::unique_ptr<StillEncoder> make_still_encoder(const std::string& path,
                                                               const StillOptions& options);

/// Throws Error(usage) when `path` does not have a picture's extension, or as `check_output`.
void check_still(const std::string& path, const OutputPolicy& policy);

/// Writes one picture, completely or not at all. Throws Error(usage), Error(output).
void write_still(const std::string& path, const ImageView& picture, const OutputPolicy& policy,
                 const StillFacts& facts = {});

}  // namespace overlace
