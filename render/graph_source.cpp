// SPDX-License-Identifier: Apache-2.0
// Documents from files and from the program itself.
#include "render/graph_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "graph/core/json_places.h"
#include "graph/core/regular_file.h"
#include "io/files/named_file.h"
#include "io/tracks/frame_files.h"
#include "render/model_nodes.h"

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

/// The column, from 1 and in bytes, of a place whose line and pointer are known; 0 if the file no
/// longer says so.
std::size_t column_of(const SourceLocation& place) {
  if (place.line == 0 || place.pointer.empty() || !names_file(place.file)) return 0;
  try {
    const std::string text = read_text_file(place.file, JsonLimits{}.bytes);
    static_cast<void>(parse_json(text, place.file));
    const JsonPlaces places(text);
    const std::size_t begin = places.path(place.pointer).back()->begin();
    const std::string_view before = std::string_view(text).substr(0, begin);
    const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
    return line == place.line ? begin - before.rfind('\n') : 0;
  } catch (const Error&) {  // it is no longer the text that has the problem
    return 0;
  }
}

/// A file that a document names, and all that a folder of track files holds.
std::vector<std::string> with_frame_files(const std::string& path) {
  std::vector<std::string> files{path};
  if (is_frame_folder(path))
    for (const FrameFile& file : list_frame_files(path).files) files.push_back(file.path);
  return files;
}

/// Why a file may lie below none of the folders; "" if it may.
std::string problem_below_all(const std::string& file, const std::vector<std::string>& roots) {
  std::string first;
  for (const std::string& root : roots) {
    std::string problem = problem_below(file, root);
    if (problem.empty()) return {};
    if (first.empty()) first = std::move(problem);
  }
  return first;
}

/// The track file and the model are the user's; all others are named by the document.
void check_lie_below(const std::vector<std::string>& roots, const std::vector<FileUse>& uses,
                     const std::string& tracks, const std::string& model = {}) {
  if (roots.empty()) return;
  std::vector<Diagnostic> problems;
  for (const FileUse& use : uses) {
    if (use.path == tracks || use.path == model) continue;
    for (const std::string& file : with_frame_files(use.path))
      if (std::string problem = problem_below_all(file, roots); !problem.empty())
        problems.push_back({use.location, std::move(problem),
                            fmt::format("files must lie below {}", fmt::join(roots, ", "))});
  }
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
}

/// A model finds what is given as tracks otherwise.
void check_model(const GraphSettings& settings) {
  if (settings.model.empty() && !settings.detect.empty())
    throw Error(ErrorCode::usage, "is for a model, and none is given", "give it with --model FILE",
                SourceLocation{"--detect"});
  if (!settings.model.empty() && !settings.tracks.empty())
    throw Error(ErrorCode::usage, "finds objects, but tracks are given", "leave out one of them",
                SourceLocation{"--model"});
  if (!settings.model.empty()) throw_if_missing(settings.model, ErrorCode::input);
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
    if (name == settings.document && settings.text) return Source{*settings.text, name};
    return find_document(name);
  });
  check_model(settings);
  if (!settings.model.empty() && use_model(source.document.json, settings) == 0)
    throw Error(ErrorCode::usage, "the graph has no track_input node that could use it",
                "a track_detect node names its own model", SourceLocation{"--model"});
  source.document.name = is_text(settings.document) ? "document" : settings.document;
  source.document.variables = {{"tracks", settings.tracks}};
  source.graph = Session(source.document, {}).graph(settings.values);
  std::vector<FileUse> uses = files_read(source.graph);
  check_lie_below(settings.files_below, uses, settings.tracks, settings.model);
  for (FileUse& use : uses) source.files.push_back(std::move(use.path));
  return source;
}

std::string text_with_column(const Diagnostic& problem) {
  const std::size_t column = column_of(problem.location);
  if (column == 0) return problem.text();
  Diagnostic placed = problem;
  placed.location.file =
      fmt::format("{}:{}:{}", problem.location.file, problem.location.line, column);
  placed.location.line = 0;
  return placed.text();
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
