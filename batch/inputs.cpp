// SPDX-License-Identifier: Apache-2.0
// Searches folders for videos.
#include "batch/inputs.h"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <memory>
#include <string_view>

#include "batch/receipt.h"
#include "graph/core/error.h"
#include "io/files/sequence_name.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 22> extensions{
    ".mp4",  ".m4v", ".mov", ".mkv", ".webm", ".avi", ".ts",  ".m2ts", ".mts", ".mxf", ".mpg",
    ".mpeg", ".wmv", ".flv", ".f4v", ".nut",  ".ogv", ".3gp", ".y4m",  ".vob", ".dv",  ".gif"};

bool is_video(const fs::path& path) {
  std::string extension = path.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::ranges::find(extensions, extension) != extensions.end();
}

bool is_hidden(const fs::path& path) {
  return path.filename().string().starts_with('.');
}

/// A folder's listing usually says what is a file, which saves a system call.
bool is_wanted(const fs::directory_entry& entry) {
  const fs::path& path = entry.path();
  std::error_code gone;
  return !is_hidden(path) && is_video(path) && entry.is_regular_file(gone) &&
         !fs::exists(receipt_path(path.string()), gone);
}

/// Adds the videos of a folder and its subfolders; `rel` is its path below the folder that is
/// searched. A folder that disappears meanwhile counts as empty: while a batch watches, others move
/// their files.
void search(const fs::path& folder, const fs::path& rel, std::vector<FoundInput>& found) {
  std::error_code error;
  fs::directory_iterator place(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && place != fs::directory_iterator(); place.increment(error)) {
    std::error_code gone;
    const fs::path name = place->path().filename();
    if (is_wanted(*place))
      found.push_back({place->path().string(), rel.string()});
    else if (place->is_directory(gone) && !place->is_symlink(gone) && !is_hidden(name))
      search(place->path(), rel / name, found);
  }
  if (error && error != std::errc::no_such_file_or_directory)
    throw Error(ErrorCode::input, fmt::format("cannot be listed: {}", error.message()), {},
                SourceLocation{folder.string()});
}

std::vector<FoundInput> search_folder(const fs::path& folder) {
  std::vector<FoundInput> found;
  search(folder, {}, found);
  std::ranges::sort(found, {}, &FoundInput::path);
  return found;
}

struct FreeGlob {
  void operator()(glob_t* names) const {
    globfree(names);
    delete names;
  }
};

std::vector<FoundInput> match_names(const std::string& pattern) {
  const std::unique_ptr<glob_t, FreeGlob> names(new glob_t{});
  glob(pattern.c_str(), GLOB_BRACE, nullptr, names.get());
  std::vector<FoundInput> found;
  for (std::size_t i = 0; i < names->gl_pathc; ++i)
    if (std::error_code gone; is_wanted(fs::directory_entry(names->gl_pathv[i], gone)))
      found.push_back({names->gl_pathv[i]});
  return found;
}

[[noreturn]] void refuse(const std::string& source, const char* what, const char* hint) {
  throw Error(ErrorCode::usage, what, hint, SourceLocation{source});
}

}  // namespace

std::vector<FoundInput> find_inputs(const std::string& source, bool may_be_empty) {
  std::error_code error;
  if (fs::is_directory(source, error)) {
    std::vector<FoundInput> found = search_folder(source);
    if (found.empty() && !may_be_empty)
      refuse(source, "holds no video", "files are known by their extensions");
    return found;
  }
  if (fs::exists(source, error) || reads_sequence(source)) return {{source}};
  if (source.find_first_of("*?[") == std::string::npos)
    refuse(source, "does not exist", "name videos, folders, patterns, or a manifest");
  std::vector<FoundInput> found = match_names(source);
  if (found.empty() && !may_be_empty)
    refuse(source, "matches no video", "files are known by their extensions");
  return found;
}

}  // namespace overlace
