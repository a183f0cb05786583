// SPDX-License-Identifier: Apache-2.0
// Frame number patterns and the files they name.
#include "io/image_sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "io/av.h"
#include "io/pixel_format.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

void refuse_existing(const std::string& path, const SequencePattern& pattern) {
  const fs::path folder = pattern.folder();
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!pattern.number_in(entry.path().filename().string())) continue;
    throw Error(ErrorCode::usage, fmt::format("{} exists already", entry.path().string()),
                "replace the sequence with --overwrite", Place{path});
  }
  if (error) {
    throw Error(ErrorCode::output, fmt::format("folder {}: {}", folder.string(), error.message()),
                "", Place{path});
  }
}

void refuse_own_input(const std::string& path, const SequencePattern& pattern,
                      const std::vector<std::string>& inputs) {
  std::error_code ignored;
  const bool same = std::ranges::any_of(inputs, [&](const std::string& input) {
    const fs::path file = input;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    return pattern.number_in(file.filename().string()) &&
           fs::equivalent(folder, pattern.folder(), ignored);
  });
  if (same)
    throw Error(ErrorCode::usage, "the pictures that are read have names like this",
                "write to another folder or name", Place{path});
}

SinkFormat drawing_format(const VideoReader& source) {
  const auto from = static_cast<AVPixelFormat>(source.first_frame().format);
  return {drawable_format(from), source.info().color};
}

}  // namespace

ImageSequence::ImageSequence(const std::string& path, const VideoReader& source,
                             const WriterOptions& options)
    : path_(path), policy_{options.overwrite, {source.path()}}, format_(drawing_format(source)) {
  const SequencePattern pattern = find_pattern(path).value();
  if (!pattern.after.ends_with(".png")) {
    throw Error(ErrorCode::usage, "picture sequences are PNG", "name them like frame_####.png",
                Place{path});
  }
  refuse_own_input(path, pattern, source.files());
  if (!options.overwrite) refuse_existing(path, pattern);
  if (options.say && options.copy_streams && source.container().nb_streams > 1) {
    options.say("a picture sequence holds no sound or subtitles: they are left out");
  }
}

void ImageSequence::write(Picture picture) {
  AtomicOutput output(sequence_name(path_, picture.number), policy_);
  output.write(encoder_.encode(view_of(*picture.frame, format_.color)));
  output.commit();
  bytes_ += output.size();
}

}  // namespace overlace
