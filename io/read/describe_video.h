// SPDX-License-Identifier: Apache-2.0
// What is known of a video once its first frame is decoded.
#pragma once

#include <string>

#include "io/read/frame_normalizer.h"
#include "io/read/input_file.h"
#include "io/read/video_reader.h"

namespace overlace {

/// An open video, and what turns its frames into those that are shown.
struct OpenVideo {
  const std::string& path;
  const InputFile& file;
  AVStream& stream;
  const FrameNormalizer& normalizer;
};

/// Completes `info`, whose clip has its frame rate, from the first frame as shown.
void describe(const OpenVideo& video, AVFrame& first, VideoInfo& info);

/// Logs assumptions and known gaps.
void log_assumptions(const OpenVideo& video, const VideoInfo& info, const ReaderOptions& options);

}  // namespace overlace
