// SPDX-License-Identifier: Apache-2.0
// Frame number patterns and the files that they name.
#include "io/write/image_sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "io/av/av.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

/// The numbers of the pictures that exist, in order.
std::vector<std::int32_t> existing_numbers(const std::string& path) {
  const SequencePattern pattern = find_pattern(path).value();
  const fs::path folder = pattern.folder();
  std::vector<std::int32_t> numbers;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
    if (const auto number = pattern.number_in(entry.path().filename().string()))
      numbers.push_back(*number);
  if (error)
    throw Error(ErrorCode::output, fmt::format("folder {}: {}", folder.string(), error.message()),
                "", SourceLocation{path});
  std::ranges::sort(numbers);
  return numbers;
}

void refuse_existing(const std::string& path) {
  const std::vector<std::int32_t> numbers = existing_numbers(path);
  if (numbers.empty()) return;
  throw Error(ErrorCode::usage,
              fmt::format("{} exists already", sequence_name(path, numbers.front())),
              "replace the sequence with --overwrite", SourceLocation{path});
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
                "write to another folder or name", SourceLocation{path});
}

void refuse_video_settings(const WriterOptions& options, const std::string& path) {
  const bool any = !options.codec.empty() || !options.container.empty() || options.crf ||
                   options.bitrate || options.gop || !options.preset.empty() ||
                   !options.pixel_format.empty() || !options.codec_options.empty();
  if (!any) return;
  throw Error(ErrorCode::usage, "a picture sequence takes no settings of a video codec",
              "leave out --vcodec, --crf, --encoder-preset …", SourceLocation{path});
}

}  // namespace

ImageSequence::ImageSequence(const std::string& path, const VideoReader& source,
                             const WriterOptions& options, const WriterRun& run)
    : path_(path),
      policy_(output_policy(options, run, source.path())),
      log_(run.log),
      encoder_(path, source, options, run) {
  const SequencePattern pattern = find_pattern(path).value();
  refuse_own_input(path, pattern, source.files());
  refuse_video_settings(options, path);
  if (!options.overwrite) refuse_existing(path);
  if (run.log && !run.is_part && source.container().nb_streams > 1) {
    run.log("a picture sequence holds no sound or subtitles: they are left out");
  }
}

void ImageSequence::write(DecodedFrame picture) {
  const std::int32_t number = encoder_.number_of(picture);
  written_.push_back(number);
  AtomicOutput output(sequence_name(path_, number), policy_);
  output.write(encoder_.encode(picture));
  output.commit();
  bytes_ += output.size();
}

void ImageSequence::finish() {
  std::vector<std::int32_t> others;
  std::ranges::set_difference(existing_numbers(path_), written_, std::back_inserter(others));
  if (others.empty() || !log_) return;
  log_(fmt::format("pictures of another run remain beside these: {}, the first is {}",
                   others.size(), sequence_name(path_, others.front())));
}

}  // namespace overlace
