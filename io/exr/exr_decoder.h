// SPDX-License-Identifier: Apache-2.0
// OpenEXR files as frames, through the OpenEXR library: libav's support for half floats, layers and
// windows is weaker.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "graph/core/log.h"
#include "io/frames/frame_decoder.h"
#include "io/frames/frame_pool.h"
#include "io/frames/plate_space.h"

namespace overlace {

/// How files are read.
struct ExrReading {
  PlateSpace space{};           ///< overrides what the files state
  bool is_linear = true;        ///< they hold scene-linear light; else R'G'B' as displayed
  std::int64_t max_pixels = 0;  ///< larger pictures are refused
  LogSink log{};                ///< gets damage
};

/// Each packet is one file and gives one frame, with its plate.
class ExrDecoder final : public FrameDecoder {
 public:
  /// `name_of` maps a packet's timestamp to its file name. Throws as plate_primaries.
  ExrDecoder(ExrReading reading, std::function<std::string(std::int64_t)> name_of);

  /// A damaged file is reported and gives AVERROR_INVALIDDATA. Throws Error(input) for a file of
  /// another kind, size or layout than allowed, Error(limit).
  int send(const AVPacket* packet) override;
  int receive(FramePtr& frame) override;
  /// Frames must still match the very first one.
  void restart(Start start) override;

 private:
  [[nodiscard]] FramePtr decode(const AVPacket& packet);
  void check_like_first(const AVFrame& frame);

  ExrReading reading_;
  std::function<std::string(std::int64_t)> name_of_;
  std::optional<Primaries> primaries_;  ///< where they override those of the files
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
