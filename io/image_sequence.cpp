// SPDX-License-Identifier: Apache-2.0
// Frame number patterns and the files they name.
#include "io/image_sequence.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

#include "io/av.h"
#include "io/pixel_format.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

struct Pattern {
  std::string before, after;  ///< of the whole path
  int digits = 1;             ///< least width
};

// "%d" or "%0Nd" with one digit N.
std::optional<Pattern> percent_pattern(const std::string& path, std::size_t name) {
  const std::size_t at = path.find('%', name);
  if (at == std::string::npos) return std::nullopt;
  const std::string_view rest = std::string_view(path).substr(at);
  if (rest.starts_with("%d")) return Pattern{path.substr(0, at), path.substr(at + 2)};
  const bool padded =
      rest.size() >= 4 && rest[1] == '0' && rest[2] >= '1' && rest[2] <= '9' && rest[3] == 'd';
  if (!padded) return std::nullopt;
  return Pattern{path.substr(0, at), path.substr(at + 4), rest[2] - '0'};
}

std::optional<Pattern> find_pattern(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  if (auto pattern = percent_pattern(path, name)) return pattern;
  const std::size_t hash = path.find('#', name);
  if (hash == std::string::npos) return std::nullopt;
  const std::size_t end = std::min(path.find_first_not_of('#', hash), path.size());
  return Pattern{path.substr(0, hash), path.substr(end), static_cast<int>(end - hash)};
}

bool is_member(const std::string& name, const Pattern& pattern) {
  const std::string before = fs::path(pattern.before).filename().string();
  if (name.size() <= before.size() + pattern.after.size()) return false;
  if (!name.starts_with(before) || !name.ends_with(pattern.after)) return false;
  const std::string_view digits = std::string_view(name).substr(
      before.size(), name.size() - before.size() - pattern.after.size());
  return std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

void refuse_existing(const std::string& path, const Pattern& pattern) {
  fs::path folder = fs::path(pattern.before).parent_path();
  if (folder.empty()) folder = ".";
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!is_member(entry.path().filename().string(), pattern)) continue;
    throw Error(ErrorCode::usage, fmt::format("{} exists already", entry.path().string()),
                "replace the sequence with --overwrite", Place{path});
  }
  if (error) {
    throw Error(ErrorCode::output, fmt::format("folder {}: {}", folder.string(), error.message()),
                "", Place{path});
  }
}

SinkFormat drawing_format(const VideoReader& source) {
  const auto from = static_cast<AVPixelFormat>(source.first_frame().format);
  return {drawable_format(from), source.info().color};
}

}  // namespace

bool is_sequence(const std::string& path) {
  return find_pattern(path).has_value();
}

std::string sequence_name(const std::string& path, std::int32_t number) {
  const Pattern pattern = find_pattern(path).value();
  return fmt::format("{}{:0{}}{}", pattern.before, number, pattern.digits, pattern.after);
}

ImageSequence::ImageSequence(const std::string& path, const VideoReader& source,
                             const WriterOptions& options)
    : path_(path), policy_{options.overwrite, {source.path()}}, format_(drawing_format(source)) {
  const Pattern pattern = find_pattern(path).value();
  if (!pattern.after.ends_with(".png")) {
    throw Error(ErrorCode::usage, "picture sequences are PNG", "name them like frame_####.png",
                Place{path});
  }
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
