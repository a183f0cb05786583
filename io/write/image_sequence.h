// SPDX-License-Identifier: Apache-2.0
// Numbered picture files, one per frame.
#pragma once

#include <optional>
#include <string>

#include "io/files/sequence_name.h"
#include "io/write/aovs.h"
#include "io/write/frame_sink.h"
#include "io/write/layers.h"
#include "io/write/still.h"

namespace overlace {

/// The name of what encodes the pictures of a sequence: its extension, "exr". Precondition:
/// is_sequence(path).
[[nodiscard]] std::string sequence_encoder(const std::string& path);
/// True where pictures at `path` hold all of an OpenEXR plate.
[[nodiscard]] bool keeps_plates(const std::string& path);

/// Writes decoded frame n as picture number start + n. Each file is complete or absent; files
/// finished before a failure stay, as every one of them is whole.
class ImageSequence : public FrameSink {
 public:
  /// Throws Error(usage) when a file of the sequence exists and may not be replaced, as
  /// make_still_encoder, check_layers and check_aovs, or when video settings are asked for.
  ImageSequence(const std::string& path, const VideoReader& source, const WriterOptions& options);

  [[nodiscard]] SinkFormat format() const override { return format_; }
  [[nodiscard]] std::string encoder() const override { return sequence_encoder(path_); }
  [[nodiscard]] bool wants(const AVStream& /*stream*/) const override { return false; }
  void write(DecodedFrame picture) override;
  void copy(PacketPtr /*packet*/) override {}
  void finish() override {}
  [[nodiscard]] std::int64_t bytes_written() const override { return bytes_; }

 private:
  [[nodiscard]] std::vector<std::byte> encode(const DecodedFrame& picture, StillFacts facts);

  std::string path_;
  OutputPolicy policy_;
  SinkFormat format_;
  bool straighten_ = false;  ///< pictures are premultiplied, files are not
  std::int32_t start_number_;
  Rational frame_rate_;
  std::string timecode_;  ///< of frame 0
  std::unique_ptr<StillEncoder> encoder_;
  std::optional<LayerPainter> layers_;  ///< where files have layers
  AovOptions aovs_;
  std::int64_t bytes_ = 0;
};

}  // namespace overlace
