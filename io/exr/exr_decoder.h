// SPDX-License-Identifier: Apache-2.0
// OpenEXR files as frames, by the OpenEXR library: libav knows half floats, layers and windows less
// well.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "io/frames/frame_pool.h"
#include "io/read/frame_decoder.h"
#include "io/read/video_reader.h"

namespace overlace {

/// Each packet is a file and gives one frame, with its plate.
class ExrDecoder final : public FrameDecoder {
 public:
  /// `name_of` names the file of a packet by its stamp. Throws as plate_primaries.
  ExrDecoder(const ReaderOptions& options, std::function<std::string(std::int64_t)> name_of);

  /// A file that is damaged gives AVERROR_INVALIDDATA, and is reported. Throws Error(input) for one
  /// that is of another kind, size or layout than it may be, Error(limit).
  int send(const AVPacket* packet) override;
  int receive(FramePtr& frame) override;
  /// Frames are still to be like the very first.
  void restart(Start start) override;

 private:
  [[nodiscard]] FramePtr decode(const AVPacket& packet);
  void check_like_first(const AVFrame& frame);

  const ReaderOptions& options_;
  std::function<std::string(std::int64_t)> name_of_;
  std::optional<Primaries> primaries_;  ///< where not those of the files
  FramePool pool_;
  FramePtr ready_;
  bool ended_ = false;
  struct Shape {
    int width, height, format;
    friend bool operator==(const Shape&, const Shape&) = default;
  };
  std::optional<Shape> first_;
};

}  // namespace overlace
