// SPDX-License-Identifier: Apache-2.0
// Documents from files and from the program itself.
#include "render/graph_source.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "io/files/named_file.h"
#include "io/tracks/frame_files.h"

namespace overlace {
namespace {

bool is_file(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

/// A whole text file of at most `limit` bytes.
std::string read_text_file(const std::string& path, std::size_t limit) {
  std::ifstream file(path, std::ios::binary);
  if (!file || !is_file(path))
    throw Error(ErrorCode::usage, "cannot be opened for reading", "check the name",
                SourceLocation{path});
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  if (unknown || size > limit)
    throw Error(ErrorCode::limit, fmt::format("is larger than {} bytes", limit), {},
                SourceLocation{path});
  std::string text(static_cast<std::size_t>(size), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

bool is_text(const std::string& document) {
  return document.starts_with('{');
}

/// Embeddings belong to the boxes of a track file; without one they would be ignored.
void check_embeddings(const GraphSettings& settings) {
  const std::string embeddings = settings.reading.embeddings.string();
  if (embeddings.empty()) return;
  if (settings.tracks.empty())
    throw Error(ErrorCode::usage, "embeddings belong to a track file, and none is given",
                "give it with --tracks", {.file = embeddings});
  throw_if_missing(embeddings, ErrorCode::input);
}

}  // namespace

Source find_document(const std::string& name) {
  if (is_text(name)) return {name, "document"};
  if (name.find('/') != std::string::npos || name.ends_with(".json") || is_file(name))
    return {read_text_file(name, JsonLimits{}.bytes), name};
  const std::string_view text = preset_text(name);
  if (text.empty())
    throw Error(ErrorCode::usage, fmt::format("there is no preset or file '{}'", name),
                suggest(name, preset_names()));
  return {std::string(text), "preset:" + name};
}

GraphSource load_graph(const GraphSettings& settings) {
  check_embeddings(settings);
  GraphSource source;
  source.files = track_files(settings);
  source.document.json = load_document(settings.document, [&](const std::string& name) {
    if (!is_text(name)) source.files.push_back(name);
    return find_document(name);
  });
  source.document.name = is_text(settings.document) ? "document" : settings.document;
  source.document.variables = {{"tracks", settings.tracks}};
  source.graph = Session(source.document, {}).graph(settings.values);
  for (FileUse& use : files_read(source.graph)) source.files.push_back(std::move(use.path));
  return source;
}

void check_files(const Graph& graph) {
  std::vector<Diagnostic> missing;
  for (const FileUse& use : files_read(graph))
    if (std::error_code error;
        !std::filesystem::exists(use.path, error) && !is_frame_folder(use.path))
      missing.push_back({use.location, fmt::format("there is no file '{}'", use.path)});
  if (!missing.empty()) throw Error(ErrorCode::usage, std::move(missing));
}

std::vector<std::string> track_files(const GraphSettings& settings) {
  std::vector<std::string> files{settings.tracks, settings.reading.embeddings.string()};
  if (!settings.tracks.empty() && is_frame_folder(settings.tracks))
    for (const FrameFile& file : list_frame_files(settings.tracks).files)
      files.push_back(file.path);
  return files;
}

}  // namespace overlace
