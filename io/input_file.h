// SPDX-License-Identifier: Apache-2.0
// Opens one regular media file for demuxing, and nothing else.
#pragma once

#include <memory>
#include <string>

#include "io/av.h"

namespace overlace {

struct CloseIo {
  void operator()(AVIOContext* io) const noexcept { avio_closep(&io); }
};
struct CloseInput {
  void operator()(AVFormatContext* container) const noexcept { avformat_close_input(&container); }
};

/// An open container. Members are destroyed in reverse: the container before its file.
struct InputFile {
  std::unique_ptr<AVIOContext, CloseIo> io;
  std::unique_ptr<AVFormatContext, CloseInput> container;
  std::string probe_log;  ///< libav's last error line while probing; may be empty
};

/// Opens `path` and probes its streams. Directories, pipes, devices, empty files, playlists and
/// unknown kinds of files are refused with Error(input).
[[nodiscard]] InputFile open_input(const std::string& path);

}  // namespace overlace
