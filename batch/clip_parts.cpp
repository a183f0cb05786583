// SPDX-License-Identifier: Apache-2.0
// Names and frames of parts.
#include "batch/clip_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "batch/output_root.h"
#include "io/files/temporary.h"

namespace overlace {

namespace fs = std::filesystem;

std::vector<std::string> cut_into_parts(std::int64_t first, std::int64_t frames,
                                        std::int64_t each) {
  const std::int64_t count = (frames + each / 2) / each;
  std::vector<std::string> parts;
  for (std::int64_t i = 0; count > 1 && i < count; ++i) {
    const std::int64_t end = i + 1 < count ? (i + 1) * each : frames;
    parts.push_back(fmt::format("{}-{}", first + i * each, first + end - 1));
  }
  return parts;
}

std::string parts_folder(const std::string& output) {
  const fs::path path = output;
  return (own_folder(folder_of(path)) / name_with(path.filename().string(), ".parts")).string();
}

void remove_parts(const BatchClip& clip) {
  std::error_code ignored;
  fs::remove_all(parts_folder(clip.output), ignored);
}

BatchClip part_of(const BatchClip& clip, const std::string& frames) {
  const fs::path folder = parts_folder(clip.output);
  BatchClip part{.id = fmt::format("{}#{}", clip.id, frames),
                 .input = clip.input,
                 .output = (folder / frames).string() + fs::path(clip.output).extension().string(),
                 .priority = clip.priority,
                 .options = clip.options,
                 .part_of = clip.id,
                 .share = 1 / static_cast<double>(std::max<std::size_t>(clip.parts.size(), 1))};
  part.set_option("frames", frames);
  part.set_option("audio", "none");  // the join takes sound from the source
  return part;
}

std::vector<BatchClip> parts_of(const BatchClip& clip) {
  std::vector<BatchClip> parts;
  for (const std::string& frames : clip.parts) parts.push_back(part_of(clip, frames));
  return parts;
}

}  // namespace overlace
