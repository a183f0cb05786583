// SPDX-License-Identifier: Apache-2.0
// Finds the numbered files of a folder.
#include "io/tracks/frame_files.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>

#include "graph/core/error.h"
#include "io/tracks/builder.h"

namespace overlace {
namespace {

constexpr std::string_view digits = "0123456789";

/// A file name around its number.
struct NumberedName {
  std::string pattern;
  std::int64_t number = -1;  ///< -1: there is none
};

NumberedName numbered(const std::string& name) {
  // Roboflow adds a hash, which is no number of a frame.
  const std::size_t stop = std::min(name.find(".rf."), name.rfind('.'));
  const std::size_t last = name.find_last_of(digits, stop);
  if (last == std::string::npos) return {};
  const std::size_t before = name.find_last_not_of(digits, last);
  const std::size_t first = before == std::string::npos ? 0 : before + 1;
  NumberedName found{name.substr(0, first) + "*" + name.substr(last + 1), -1};
  if (stop != name.rfind('.'))
    found.pattern = name.substr(0, first) + "*" + name.substr(name.rfind('.'));
  const auto parsed = std::from_chars(name.data() + first, name.data() + last + 1, found.number);
  if (parsed.ec != std::errc()) found.number = -1;
  return found;
}

bool is_pattern(const std::filesystem::path& path) {
  return path.filename().string().find_first_of("*?") != std::string::npos;
}

std::ifstream open(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    throw Error(ErrorCode::input, "the file cannot be opened", "may you read it?",
                {.file = path.string()});
  return stream;
}

[[noreturn]] void refuse_series(const std::filesystem::path& folder,
                                const std::map<std::string, std::vector<FrameFile>>& series) {
  const std::string& first = series.begin()->first;
  const std::string& second = std::next(series.begin())->first;
  throw Error(ErrorCode::input,
              fmt::format("the folder holds {} series of files, such as {} and {}", series.size(),
                          first, second),
              fmt::format("name one: '{}'", (folder / first).string()), {.file = folder.string()});
}

}  // namespace

bool is_frame_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return true;
  return is_pattern(path) && !std::filesystem::exists(path, ignored);
}

FrameFiles list_frame_files(const std::filesystem::path& path) {
  const bool by_pattern = is_pattern(path);
  const std::filesystem::path folder = by_pattern ? path.parent_path() : path;
  std::error_code failure;
  const std::filesystem::directory_iterator entries(folder.empty() ? "." : folder, failure);
  if (failure)
    throw Error(ErrorCode::input, "the folder cannot be listed: " + failure.message(), {},
                {.file = folder.string()});

  std::map<std::string, std::vector<FrameFile>> series;
  for (const auto& entry : entries) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".txt") && !name.ends_with(".json")) continue;
    if (by_pattern && ::fnmatch(path.filename().c_str(), name.c_str(), 0) != 0) continue;
    if (NumberedName found = numbered(name); found.number >= 0)
      series[std::move(found.pattern)].push_back({entry.path(), found.number});
  }
  if (series.empty())
    throw Error(ErrorCode::input, "there are no files .txt or .json with a number in their names",
                "a folder of tracks has one for every frame, such as 000123.txt",
                {.file = path.string()});
  if (series.size() > 1) refuse_series(folder, series);
  FrameFiles files{folder, series.begin()->first, std::move(series.begin()->second)};
  std::ranges::sort(files.files, [](const FrameFile& a, const FrameFile& b) {
    return std::tie(a.frame, a.path) < std::tie(b.frame, b.path);
  });
  return files;
}

std::optional<std::int64_t> frame_in_name(std::string_view name) {
  const std::string file = std::filesystem::path(name).filename().string();
  const NumberedName found = numbered(file);
  return found.number >= 0 ? std::optional(found.number) : std::nullopt;
}

void for_each_frame(const FrameFiles& files, TrackBuilder& builder,
                    const std::function<void(const FrameFile& file, std::istream& text)>& read) {
  for (const FrameFile& file : files.files) {
    std::ifstream stream = open(file.path);
    builder.begin_file(file.path.filename().string());
    read(file, stream);
  }
}

std::string sample_of(const FrameFiles& files, std::size_t bytes) {
  std::string sample;
  for (const FrameFile& file : files.files) {
    if (sample.size() >= bytes) break;
    std::ifstream stream = open(file.path);
    const std::size_t before = sample.size();
    sample.resize(before + bytes);
    stream.read(sample.data() + before, static_cast<std::streamsize>(bytes));
    sample.resize(before + static_cast<std::size_t>(stream.gcount()));
    if (!sample.empty() && sample.back() != '\n') sample += '\n';
  }
  return sample;
}

}  // namespace overlace
