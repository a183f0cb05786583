// SPDX-License-Identifier: Apache-2.0
// Pictures as files: PNG, TIFF and OpenEXR, by extension.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/image.h"
#include "io/files/atomic_output.h"
#include "io/frames/plate.h"
#include "io/write/aovs.h"

namespace overlace {

/// How OpenEXR packs lines. All but dwaa keep every bit.
enum class ExrCompression : std::uint8_t { zips, zip, rle, piz, dwaa, none };

/// How pictures are to be stored, and what a file can say beside its pixels.
struct StillOptions {
  bool premultiplied = false;  ///< the pictures' colour is premultiplied: it is stored as it comes
  bool linear = true;  ///< EXR: linear light, 1 = overlay white; else as the video encodes it
  Rational frame_rate{0, 1};  ///< EXR; 0 = not known
  double pixel_aspect = 1;    ///< EXR: width : height of a pixel on screen
  /// EXR: the data window is the whole picture, also where little of it is painted.
  bool whole_window = false;
  ExrCompression compression = ExrCompression::zips;
  bool whole_floats = false;  ///< EXR: 32 bits a sample, else 16; plates keep theirs
  /// EXR: names of layers beside R, G, B and A, in paint order, bottom first; all different.
  std::vector<std::string> layers{};
  bool parts = false;  ///< EXR: one part of the file for each layer, behind the one with R, G, B, A
  /// EXR: texts by their names, "overlace/version".
  StillAttributes attributes{};
};

/// What only one picture of a sequence has.
struct StillFacts {
  std::int32_t number = 0;  ///< in the shot
  std::string timecode{};   ///< "01:00:00:00", ";" before the frames of drop-frame; "" = not known
  /// EXR: what the picture was read from, whose header goes along, and all of whose channels where
  /// it is the picture that is encoded, not an overlay; null = another kind of picture.
  const Plate* plate = nullptr;
  /// EXR: a picture for each name, all of one size and ColorSpec, with premultiplied alpha. Of an
  /// overlay alone they are all there is, and R, G, B and A are one over the other.
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
  /// The layout with alpha that an overlay alone is best drawn on.
  [[nodiscard]] virtual PixelFormat overlay_format() const = 0;
};

/// The encoder for the extension of `path`: .png and .tif, .tiff hold RGB, or RGBA where the
/// picture has alpha, 16 bits per sample where it has more than 8; .exr holds half floats, with
/// alpha always premultiplied. Throws Error(usage) for other extensions, Error(unavailable).
[[nodiscard]] std::unique_ptr<StillEncoder> make_still_encoder(const std::string& path,
                                                               const StillOptions& options);

/// Throws Error(usage) when `path` has no extension of a picture, or as `check_output`.
void check_still(const std::string& path, const OutputPolicy& policy);

/// Writes one picture, complete or not at all. Throws Error(usage), Error(output).
void write_still(const std::string& path, const ImageView& picture, const OutputPolicy& policy,
                 const StillFacts& facts = {});

}  // namespace overlace
