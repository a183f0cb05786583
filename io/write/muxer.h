// SPDX-License-Identifier: Apache-2.0
// An output container over a file or a pipe.
#pragma once

#include <memory>
#include <string>

#include "io/av/av.h"
#include "io/files/byte_sink.h"

namespace overlace {

struct FreeOutputIo {
  void operator()(AVIOContext* io) const noexcept;
};
struct FreeOutput {
  void operator()(AVFormatContext* container) const noexcept { avformat_free_context(container); }
};

/// True for MP4, MOV and related formats.
[[nodiscard]] bool is_mov_family(const AVOutputFormat& format);

/// A container being written. Streams are added to `container()` before `start`.
class Muxer {
 public:
  Muxer(const AVOutputFormat& format, std::unique_ptr<ByteSink> output);

  [[nodiscard]] AVFormatContext& container() { return *container_; }
  /// Appends a stream of the container.
  AVStream& add_stream();
  /// Writes the header: MP4 and MOV get their index in front, and MOV keeps tags of cameras that it
  /// has no place of its own for. Throws Error(output).
  void start();
  /// Interleaves a packet and leaves it empty. Throws Error(output).
  void write(AVPacket& packet);
  /// Writes the trailer and commits the output. Throws Error(output).
  void finish();
  [[nodiscard]] std::int64_t bytes_written() const { return output_->size(); }

 private:
  void check(int code, const char* what) const;

  std::unique_ptr<ByteSink> output_;
  std::unique_ptr<AVIOContext, FreeOutputIo> io_;
  std::unique_ptr<AVFormatContext, FreeOutput> container_;
};

}  // namespace overlace
