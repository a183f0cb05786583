// SPDX-License-Identifier: Apache-2.0
// Documents from files and from the program itself.
#include "render/graph_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

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

/// Whether a document's name is that of a file, and not of a preset.
bool names_file(const std::string& name) {
  std::error_code unknown;
  return name.find('/') != std::string::npos || name.ends_with(".json") ||
         std::filesystem::is_regular_file(name, unknown);
}

/// A file that a document names, and all that a folder of track files holds.
std::vector<std::string> with_frame_files(const std::string& path) {
  std::vector<std::string> files{path};
  if (is_frame_folder(path))
    for (const FrameFile& file : list_frame_files(path).files) files.push_back(file.path);
  return files;
}

/// The track file is the user's; all others are named by the document.
void check_lie_below(const std::string& root, const std::vector<FileUse>& uses,
                     const std::string& tracks) {
  std::vector<Diagnostic> problems;
  for (const FileUse& use : uses) {
    if (root.empty() || use.path == tracks) continue;
    for (const std::string& file : with_frame_files(use.path))
      if (std::string problem = problem_below(file, root); !problem.empty())
        problems.push_back({use.location, std::move(problem), "--files-below names the folder"});
  }
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
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
  if (names_file(name)) return {read_text_file(name, JsonLimits{}.bytes), name};
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
    if (name != settings.document && names_file(name))
      check_lie_below(settings.files_below, {{name, {}}}, {});
    if (!is_text(name)) source.files.push_back(name);
    return find_document(name);
  });
  source.document.name = is_text(settings.document) ? "document" : settings.document;
  source.document.variables = {{"tracks", settings.tracks}};
  source.graph = Session(source.document, {}).graph(settings.values);
  std::vector<FileUse> uses = files_read(source.graph);
  check_lie_below(settings.files_below, uses, settings.tracks);
  for (FileUse& use : uses) source.files.push_back(std::move(use.path));
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
  std::vector<std::string> files{settings.reading.embeddings.string()};
  if (!settings.tracks.empty())
    std::ranges::copy(with_frame_files(settings.tracks), std::back_inserter(files));
  return files;
}

}  // namespace overlace
