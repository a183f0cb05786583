// SPDX-License-Identifier: Apache-2.0
// What makes the bytes of a picture file, and what it is told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/image.h"
#include "io/frames/aovs.h"
#include "io/frames/copy_scope.h"
#include "io/frames/exr_options.h"
#include "io/frames/plate.h"

namespace overlace {

/// How pictures are stored, and what a file can state beside its pixels.
struct StillOptions {
  bool premultiplied = false;  ///< the pictures' colour is premultiplied: it is stored unchanged
  bool uncompressed = false;   ///< PNG and TIFF: large files in little time
  Rational frame_rate{0, 1};   ///< EXR; 0 = not known
  double pixel_aspect = 1;     ///< EXR: width : height of a pixel on screen
  ExrOptions exr{};
  StillAttributes attributes{};  ///< EXR: texts, such as "overlace/version"
  /// EXR: names of layers beside R, G, B and A, in paint order, bottom first; all different.
  std::vector<std::string> layers{};
  bool parts = false;  ///< EXR: one part per layer, after the part with R, G, B, A
  /// EXR: of what a plate holds beside its colours in the display window.
  CopyScope scope = CopyScope::everything;
};

/// Facts about one picture of a sequence.
struct StillFacts {
  std::int32_t number = 0;  ///< in the shot
  std::string timecode{};   ///< "01:00:00:00", ";" before the frames of drop-frame; "" = not known
  /// EXR: the file that the picture was read from. Its header is copied, and all its channels if
  /// the picture itself is encoded, not an overlay; null = another kind of picture.
  const Plate* plate = nullptr;
  /// EXR: one picture per name, all of one size and ColorSpec, with premultiplied alpha. In an
  /// overlay alone they replace the picture: R, G, B and A are the layers composited.
  std::span<const ImageView> layers{};
  std::span<const FloatChannels> aovs{};  ///< EXR
};

/// Encodes pictures. Keeps its buffers; one thread at a time.
class StillEncoder {
 public:
  virtual ~StillEncoder() = default;
  /// The bytes of a file. Y'CbCr is converted by the picture's own ColorSpec. Throws
  /// Error(output).
  [[nodiscard]] virtual std::vector<std::byte> encode(const ImageView& picture,
                                                      const StillFacts& facts) = 0;
  /// The layout with alpha that suits drawing an overlay alone best.
  [[nodiscard]] virtual PixelFormat overlay_format() const = 0;
};

}  // namespace overlace
