// SPDX-License-Identifier: Apache-2.0
// Chooses the decoder of a video.
#pragma once

#include <memory>
#include <string>

#include "io/frames/frame_decoder.h"
#include "io/read/input_file.h"
#include "io/read/video_reader.h"

namespace overlace {

/// The options, without hardware where frames that it leaves on a device would have to be rotated
/// or de-interlaced. Throws Error(unavailable) if hardware is required.
[[nodiscard]] ReaderOptions without_unsuited_hardware(ReaderOptions options,
                                                      const AVStream& stream);

/// The decoder of `stream`; the arguments must outlive it. Throws as VideoDecoder and ExrDecoder
/// do.
[[nodiscard]] std::unique_ptr<FrameDecoder> open_decoder(const InputFile& file,
                                                         const AVStream& stream,
                                                         const ReaderOptions& options,
                                                         const std::string& path);

}  // namespace overlace
