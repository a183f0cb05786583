// SPDX-License-Identifier: Apache-2.0
// Documents from files and from the program itself.
#include "render/graph_source.h"

#include <fmt/format.h>

#include <filesystem>

#include "graph/core/regular_file.h"
#include "io/files/named_file.h"
#include "io/tracks/frame_files.h"

namespace overlace {
namespace {

constexpr FileNeed graph_need{
    .what = "a graph",
    .for_folder = "name a preset, or a .json file",
    .for_pipe = "it is read more than once: save it as a file, or give its text: -g \"$(…)\""};

/// A whole text file of at most `limit` bytes.
std::string read_text_file(const std::string& path, std::size_t limit) {
  std::string text = open_regular_file(path, graph_need, ErrorCode::usage).read(limit + 1);
  if (text.size() > limit)
    throw Error(ErrorCode::limit, fmt::format("is larger than {} bytes", limit), {},
                SourceLocation{path});
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
  std::error_code unknown;
  if (name.find('/') != std::string::npos || name.ends_with(".json") ||
      std::filesystem::is_regular_file(name, unknown))
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
