// SPDX-License-Identifier: Apache-2.0
// A sink that discards its frames.
#pragma once

#include "io/write/frame_sink.h"

namespace overlace {

/// Takes frames as decoded, if they can be drawn on, and writes nothing, which leaves the cost of
/// decoding and drawing.
class NullSink final : public FrameSink {
 public:
  explicit NullSink(const VideoReader& source);

  [[nodiscard]] SinkFormat format() const override { return format_; }
  [[nodiscard]] std::string encoder() const override { return "nothing"; }
  [[nodiscard]] bool wants(const AVStream&) const override { return false; }
  void write(DecodedFrame) override {}
  void copy(PacketPtr) override {}
  void finish() override {}
  [[nodiscard]] std::int64_t bytes_written() const override { return 0; }

 private:
  SinkFormat format_;
};

}  // namespace overlace
