// SPDX-License-Identifier: Apache-2.0
// Writes a video file: our frames, and everything else of the source unchanged.
#pragma once

#include <memory>
#include <string>

#include "io/write/frame_sink.h"

namespace overlace {

/// A video file being written. Colour tags, aspect, field order, display matrix, timestamps,
/// metadata and chapters are the source's; MP4 and MOV have their index in front.
class VideoWriter : public FrameSink {
 public:
  /// Chooses container, encoder and pixel format, and writes the header to a temporary file. Throws
  /// Error(usage) before anything is created, Error(output), Error(unavailable).
  VideoWriter(const std::string& path, const VideoReader& source, const WriterOptions& options,
              const WriterRun& run);
  ~VideoWriter() override;

  [[nodiscard]] SinkFormat format() const override;
  [[nodiscard]] std::string encoder() const override;
  [[nodiscard]] bool wants(const AVStream& stream) const override;
  [[nodiscard]] std::vector<std::string> lost_sound() const override;
  void write(DecodedFrame picture) override;
  void copy(PacketPtr packet) override;
  void finish() override;
  [[nodiscard]] std::int64_t bytes_written() const override;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace overlace
