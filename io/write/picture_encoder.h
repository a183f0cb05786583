// SPDX-License-Identifier: Apache-2.0
// Encodes frames of a video as pictures, each with everything its file holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/frames/aovs.h"
#include "io/write/frame_sink.h"
#include "io/write/layers.h"
#include "io/write/still_file.h"

namespace overlace {

/// The name of the encoder of pictures at a path: its extension, "exr". Precondition: it has one.
[[nodiscard]] std::string picture_codec(const std::string& path);
/// True where pictures at `path` keep everything in an OpenEXR plate.
[[nodiscard]] bool keeps_plates(const std::string& path);

/// Encodes frames with their layers, mattes, AOVs and attributes: a frame gives the same bytes
/// alone and in a sequence. One thread at a time.
class PictureEncoder {
 public:
  /// For files at `path`; uses the options that concern pictures. Throws Error(usage) as
  /// make_still_encoder, check_layers and check_aovs, and for light or alpha that the files cannot
  /// store.
  PictureEncoder(const std::string& path, const VideoReader& source, const WriterOptions& options,
                 const WriterRun& run);

  /// The format of the pictures that `encode` expects.
  [[nodiscard]] const SinkFormat& format() const { return format_; }
  /// A frame's number in the shot.
  [[nodiscard]] std::int32_t number_of(const DecodedFrame& picture) const {
    return start_number_ + picture.number;
  }
  /// The bytes of a file; may change the picture. Throws Error(output), Error(out_of_memory), and
  /// whatever drawing layers and painting mattes throws. A file of a `part`, as make_part_encoder
  /// makes it, has no layers and no AOVs; an empty one is all of the picture.
  [[nodiscard]] std::vector<std::byte> encode(const DecodedFrame& picture,
                                              const PixelRect& part = {});

 private:
  struct Part {
    PixelRect rect;
    std::unique_ptr<StillEncoder> encoder;
  };
  [[nodiscard]] StillEncoder& encoder_of(const PixelRect& part);

  std::string path_;
  StillOptions options_;
  std::unique_ptr<StillEncoder> encoder_;
  Part part_{};                         ///< that was asked for last
  std::optional<LayerPainter> layers_;  ///< where files have layers
  AovOptions aovs_;
  SinkFormat format_;
  bool straighten_ = false;  ///< pictures are premultiplied, files are not
  std::int32_t start_number_;
  Rational frame_rate_;
  std::string timecode_;  ///< of frame 0
};

}  // namespace overlace
