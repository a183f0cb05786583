// SPDX-License-Identifier: Apache-2.0
// What can be chosen of an OpenEXR file.
#pragma once

#include <cstdint>

namespace overlace {

/// How OpenEXR compresses lines. All but dwaa are lossless.
enum class ExrCompression : std::uint8_t { zips, zip, rle, piz, dwaa, none };

struct ExrOptions {
  bool linear = true;         ///< linear light, 1 = overlay white; else as the video encodes it
  bool whole_window = false;  ///< the data window is the whole picture, however little is painted
  ExrCompression compression = ExrCompression::zips;
  bool whole_floats = false;  ///< 32 bits a sample, else 16; plates keep theirs
};

}  // namespace overlace
