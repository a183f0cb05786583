// SPDX-License-Identifier: Apache-2.0
// Facts about input and output, one per line.
#include "cli/dry_run.h"

#include <fmt/format.h>

#include "graph/core/quantity.h"
#include "io/write/copied_streams.h"

namespace overlace {
namespace {

std::string frames_text(std::int64_t frames) {
  return frames > 0 ? count_text(frames, "frame") : "an unknown number of frames";
}

std::string source_text(const VideoReader& reader) {
  const VideoInfo& info = reader.info();
  const ClipInfo& clip = info.clip;
  return fmt::format("{} ({}: {} {}x{} {}, {:.6g} fps, {}, {:.3f} s)", reader.path(),
                     info.container, info.codec, clip.size.width, clip.size.height,
                     info.pixel_format, clip.frame_rate.value(), frames_text(clip.frame_count),
                     info.duration_s);
}

}  // namespace

std::string dry_run_text(const VideoReader& reader, const FrameSink& sink, std::int64_t frames,
                         const RunReport& report) {
  std::string text = fmt::format("read   {}\n", source_text(reader));
  text += fmt::format("write  {} ({}, {})\n", report.output, sink.encoder(), frames_text(frames));
  for (const std::string& stream : copied_streams(reader, sink))
    text += fmt::format("keep   {}\n", stream);
  for (const std::string& note : report.notes) text += fmt::format("note   {}\n", note);
  return text + "Nothing was written.\n";
}

}  // namespace overlace
