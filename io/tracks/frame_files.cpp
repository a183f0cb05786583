// SPDX-License-Identifier: Apache-2.0
// Finds the numbered files of a folder.
#include "io/tracks/frame_files.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

#include "graph/core/error.h"
#include "io/files/named_file.h"
#include "io/tracks/builder/builder.h"
#include "io/tracks/rows/line_reader.h"
#include "io/tracks/rows/text_encoding.h"

namespace overlace {
namespace {

constexpr std::string_view digits = "0123456789";

[[noreturn]] void refuse_series(const std::filesystem::path& folder,
                                const std::map<std::string, std::vector<FrameFile>>& series) {
  const std::string& first = series.begin()->first;
  const std::string& second = std::next(series.begin())->first;
  throw Error(ErrorCode::input,
              fmt::format("the folder holds {} series of files, such as {} and {}", series.size(),
                          first, second),
              fmt::format("name one: '{}'", (folder / first).string()), {.file = folder.string()});
}

/// The files that may each hold a frame. Usual companion files do not count.
std::vector<std::string> track_file_names(const std::filesystem::path& folder) {
  std::error_code failure;
  const std::filesystem::directory_iterator entries(folder, failure);
  if (failure)
    throw Error(ErrorCode::input, "the folder cannot be listed: " + failure.message(), {},
                {.file = folder.string()});
  std::vector<std::string> names;
  for (const auto& entry : entries) {
    const std::string name = entry.path().filename().string();
    const bool beside = name == "classes.txt" || name == "labels.txt" || name == "notes.json" ||
                        name.starts_with("README") || entry.is_directory(failure);
    if (!beside && (name.ends_with(".txt") || name.ends_with(".json") || name.ends_with(".xml")))
      names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

/// Folders in `folder`, except those of pictures.
std::vector<std::string> folders_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory() && !name.starts_with('.') && name != "images" && name != "JPEGImages")
      names.push_back(name);
  }
  std::ranges::sort(names);
  return names;
}

/// Finds the labels of a data set or a run: Ultralytics has labels/train, Roboflow train/labels,
/// Pascal VOC Annotations. The folder itself if it holds numbered files.
std::filesystem::path labels_folder(std::filesystem::path folder) {
  constexpr int deepest = 3;
  constexpr std::array<std::string_view, 4> customary = {"labels", "Annotations", "annotations",
                                                         "obj_train_data"};
  for (int level = 0; level < deepest; ++level) {
    const std::vector<std::string> names = track_file_names(folder), parts = folders_in(folder);
    if (std::ranges::any_of(names,
                            [](const auto& n) { return numbered_name(n).number.has_value(); }))
      break;
    const auto labels = std::ranges::find_first_of(parts, customary);
    if (labels == parts.end() && (parts.empty() || !names.empty())) break;
    if (labels == parts.end() && parts.size() > 1)
      throw Error(ErrorCode::input,
                  fmt::format("the folder holds several parts: {}", fmt::join(parts, ", ")),
                  fmt::format("name one: '{}'", (folder / parts.front()).string()),
                  {.file = folder.string()});
    folder /= labels == parts.end() ? parts.front() : *labels;
  }
  return folder;
}

bool is_data_set_description(const std::filesystem::path& path) {
  return path.filename() == "data.yaml" || path.filename() == "dataset.yaml";
}

/// Files whose names do not give frames, in order.
FrameFiles in_order(const std::filesystem::path& folder, const std::vector<std::string>& names) {
  FrameFiles files{.folder = folder, .pattern = "*", .files = {}, .in_order = true};
  for (const std::string& name : names)
    files.files.push_back({folder / name, std::ssize(files.files)});
  return files;
}

}  // namespace

std::string FrameFiles::understood() const {
  if (files.size() == 1)
    return in_order
               ? fmt::format("one file, {}, of frame 0", files.front().path.filename().string())
               : fmt::format("one file, {}, of the frame that its name numbers",
                             files.front().path.filename().string());
  return in_order ? fmt::format(
                        "{} files {}; file names hold no frame numbers; files are numbered in "
                        "the order of their names, from 0",
                        files.size(), pattern)
                  : fmt::format("{} files {}; the number in each name is its frame", files.size(),
                                pattern);
}

bool is_frame_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored) || is_data_set_description(path)) return true;
  return is_name_pattern(path) && !std::filesystem::exists(path, ignored);
}

FrameFiles list_frame_files(const std::filesystem::path& path) {
  const bool by_pattern = is_name_pattern(path);
  std::filesystem::path folder =
      by_pattern || is_data_set_description(path) ? path.parent_path() : path;
  if (folder.empty()) folder = ".";
  if (!by_pattern) folder = labels_folder(folder);

  std::map<std::string, std::vector<FrameFile>> series;
  std::vector<std::string> names = track_file_names(folder);
  if (by_pattern)
    std::erase_if(names, [&](const std::string& name) {
      return ::fnmatch(path.filename().c_str(), name.c_str(), 0) != 0;
    });
  for (const std::string& name : names)
    if (NumberedName found = numbered_name(name); found.number)
      series[std::move(found.pattern)].push_back({folder / name, *found.number});
  if (names.empty())
    throw Error(ErrorCode::input, "there are no files .txt, .json or .xml",
                "a folder of tracks has one for every frame, such as 000123.txt",
                {.file = path.string()});
  const auto alone =
      std::ranges::count_if(series, [](const auto& one) { return one.second.size() == 1; });
  if (are_hashes(series.size(), static_cast<std::size_t>(alone))) return in_order(folder, names);
  if (series.size() > 1) refuse_series(folder, series);
  FrameFiles files{folder, series.begin()->first, std::move(series.begin()->second)};
  std::ranges::sort(files.files, [](const FrameFile& a, const FrameFile& b) {
    return std::tie(a.frame, a.path) < std::tie(b.frame, b.path);
  });
  return files;
}

FrameFiles one_frame_file(const std::filesystem::path& file) {
  const NumberedName name = numbered_name(file.filename().string());
  return {.folder = file.parent_path(),
          .pattern = name.pattern,
          .files = {{file, name.number.value_or(0)}},
          .in_order = !name.number};
}

NumberedName numbered_name(std::string_view name) {
  // Roboflow adds a hash, which is not a frame number.
  const std::size_t dot = name.rfind('.');
  const std::size_t stop = std::min(name.find(".rf."), dot);
  const std::string_view ending = dot == name.npos ? std::string_view() : name.substr(dot);
  const std::size_t last = name.find_last_of(digits, stop);
  std::int64_t number = 0;
  if (last == name.npos) return {std::string(name), {}};
  const std::size_t before = name.find_last_not_of(digits, last);
  const std::size_t first = before == name.npos ? 0 : before + 1;
  const std::string_view rest = stop == dot ? name.substr(last + 1) : ending;
  const auto parsed = std::from_chars(name.data() + first, name.data() + last + 1, number);
  if (parsed.ec != std::errc()) return {std::string(name), {}};
  return {fmt::format("{}*{}", name.substr(0, first), rest), number};
}

bool are_hashes(std::size_t patterns, std::size_t patterns_of_one_name) {
  constexpr std::size_t series_by_design = 2;  // this many cameras may happen to have a frame each
  if (patterns <= series_by_design) return patterns == 0;
  return 2 * patterns_of_one_name > patterns;
}

std::optional<std::int64_t> frame_in_name(std::string_view name) {
  return numbered_name(std::filesystem::path(name).filename().string()).number;
}

void for_each_frame(const FrameFiles& files, TrackBuilder& builder,
                    const std::function<void(const FrameFile& file, std::istream& text)>& read) {
  for (const FrameFile& file : files.files) {
    const std::unique_ptr<std::istream> stream = open_text(file.path);
    builder.begin_file(file.path.filename().string());
    try {
      read(file, *stream);
    } catch (const Error& error) {
      rethrow_in(file.path, error);
    }
  }
}

std::string sample_of(const FrameFiles& files, std::size_t bytes) {
  std::string sample;
  for (const FrameFile& file : files.files) {
    if (sample.size() >= bytes) break;
    const std::unique_ptr<std::istream> stream = open_text(file.path);
    const std::size_t before = sample.size();
    sample.resize(before + bytes);
    stream->read(sample.data() + before, static_cast<std::streamsize>(bytes));
    sample.resize(before + static_cast<std::size_t>(stream->gcount()));
    if (!sample.empty() && sample.back() != '\n') sample += '\n';
  }
  return sample;
}

}  // namespace overlace
