// SPDX-License-Identifier: Apache-2.0
// Numbered picture files, one per frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/core/log.h"
#include "io/files/sequence_name.h"
#include "io/write/frame_sink.h"
#include "io/write/picture_encoder.h"

namespace overlace {

/// Writes decoded frame n as picture number start + n. Each file is complete or absent; after a
/// failure, the files finished before it stay. Pictures of other runs with names like these stay,
/// too, and are named in the log.
class ImageSequence : public FrameSink {
 public:
  /// Throws Error(usage) when a file of the sequence exists and may not be replaced, as
  /// PictureEncoder does, or when video settings are requested.
  ImageSequence(const std::string& path, const VideoReader& source, const WriterOptions& options,
                const WriterRun& run);

  [[nodiscard]] SinkFormat format() const override { return encoder_.format(); }
  [[nodiscard]] std::string encoder() const override { return picture_codec(path_); }
  [[nodiscard]] bool wants(const AVStream& /*stream*/) const override { return false; }
  void write(DecodedFrame picture) override;
  void copy(PacketPtr /*packet*/) override {}
  void finish() override;
  [[nodiscard]] std::int64_t bytes_written() const override { return bytes_; }

 private:
  std::string path_;
  OutputPolicy policy_;
  LogSink log_;
  PictureEncoder encoder_;
  std::vector<std::int32_t> written_;  ///< numbers, increasing
  std::int64_t bytes_ = 0;
};

}  // namespace overlace
