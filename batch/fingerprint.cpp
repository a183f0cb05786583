// SPDX-License-Identifier: Apache-2.0
// Canonical JSON and its digest.
#include "batch/fingerprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>

#include "io/files/sequence_name.h"
#include "render/graph_source.h"
#include "text/font.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

/// Options that change no byte, or that name a file, which counts by its content.
constexpr std::array<std::string_view, 17> neutral_options{
    "graph",      "tracks",    "embeddings",  "model",      "detect",       "device",
    "threads",    "simd",      "quiet",       "verbose",    "tracks-cache", "found-cache",
    "max-filled", "max-boxes", "files-below", "max-texels", "max-drawing"};

bool is_neutral(const RenderOption& option) {
  return std::ranges::find(neutral_options, option.first) != neutral_options.end();
}

/// Adds a node's font, and the family's other members if the node's texts may use them.
void add_fonts(const GraphNode& node, const std::string& name, GraphFacts& facts) {
  const FontFile font = FontStack(find_font(name)).file(0);
  facts.files.push_back({"font " + name, font.path});
  const ParamRow* markup = node.type->find_param("markup");
  if (markup == nullptr || !markup->write(node.params.get()).as_bool()) return;
  for (const auto variant : {FontVariant::bold, FontVariant::italic, FontVariant::bold_italic})
    if (const auto found = find_variant(font, variant))
      facts.files.push_back({"font " + name + " " + found->style, found->path});
}

/// Adds the files that a node's parameters name, and returns the parameters without paths.
Json params_of(const GraphNode& node, GraphFacts& facts) {
  Json params(Json::Object{});
  for (const ParamRow& row : node.type->params) {
    Json value = row.write(node.params.get());
    const std::vector<std::string> files =
        row.files ? row.files(node.params.get()) : std::vector<std::string>();
    if (row.name == "font")
      add_fonts(node, value.as_string(), facts);
    else
      for (const std::string& file : files)
        facts.files.push_back({fmt::format("{} of node {}", row.name, node.name), file});
    const bool is_path = files.size() == 1 && value.is_string() && value.as_string() == files[0];
    params.set(row.name, is_path ? Json("a file") : std::move(value));
  }
  return params;
}

Json node_text(const Graph& graph, const GraphNode& node, GraphFacts& facts) {
  Json inputs(Json::Array{});
  for (const std::vector<std::size_t>& port : node.inputs) {
    Json names(Json::Array{});
    for (const std::size_t i : port) names.push_back(graph.nodes[i].name);
    inputs.push_back(std::move(names));
  }
  Json json;
  json.set("type", node.type->name);
  json.set("inputs", std::move(inputs));
  json.set("params", params_of(node, facts));
  return json;
}

void leave_out(std::vector<ReadFile>& files, const GraphSettings& settings) {
  std::set<fs::path> of_clip{settings.tracks, settings.reading.embeddings};
  std::erase_if(files, [&](const ReadFile& file) { return of_clip.contains(file.path); });
}

void add_input(std::vector<ReadFile>& files, const std::string& path) {
  if (!reads_sequence(path)) return files.push_back({input_role, path});
  const std::optional<SequencePattern> pattern = find_pattern(path);
  std::vector<fs::path> pictures;
  for (const fs::directory_entry& entry : fs::directory_iterator(pattern->folder()))
    if (pattern->number_in(entry.path().filename().string())) pictures.push_back(entry.path());
  std::ranges::sort(pictures);
  for (const fs::path& picture : pictures) files.push_back({input_role, picture.string()});
}

/// Whether the file of a role (an option's name, unless it is the input) is fetched.
bool is_fetched(const BatchClip& clip, const std::string& role) {
  return role == input_role ? clip.is_fetched() : clip.is_fetched(role);
}

/// Digests of files by role: one per role over its files in order, or by name. Fetched files count
/// by their source.
Json contents_by_role(const std::vector<ReadFile>& files, const BatchClip& clip) {
  std::map<std::string, std::string> texts;
  for (const ReadFile& file : files) {
    if (is_fetched(clip, file.role)) continue;
    std::string& text = texts[file.role];
    text +=
        text.empty() ? file.hash : " " + fs::path(file.path).filename().string() + " " + file.hash;
  }
  Json json(Json::Object{});
  for (const auto& [role, text] : texts)
    json.set(role, text.size() > 32 ? digest_text(text) : text);
  return json;
}

void compare(const Json& before, const Json& now, const std::string& words,
             std::vector<std::string>& found) {
  const auto add = [&](const Json& these, const Json& those, bool of_both) {
    for (const auto& [name, value] : these.as_object()) {
      const Json* const other = those.find(name);
      if (other == nullptr || (of_both && !(*other == value))) found.push_back(words + name);
    }
  };
  add(before, now, true);
  add(now, before, false);
}

}  // namespace

std::string source_key(const BatchClip& clip) {
  std::string text = clip.input + "\n" + clip.version;
  for (const char* const option : file_options)
    if (clip.is_fetched(option)) text += "\n" + clip.option(option);
  return digest_text(text);
}

GraphFacts facts_of(const GraphSettings& settings) {
  const GraphSource source = load_graph(settings);
  GraphFacts facts{.nodes = Json(Json::Object{}), .composition = {}, .files = {}};
  const std::vector<bool> live = live_nodes(source.graph);
  for (std::size_t i = 0; i < source.graph.nodes.size(); ++i) {
    const GraphNode& node = source.graph.nodes[i];
    if (live[i])
      facts.nodes.set(node.name, digest_text(node_text(source.graph, node, facts).dump()));
  }
  Json composition(Json::Array{});
  for (const char* const part : {"composite", "knobs", "theme", "redact"})
    if (const Json* const found = source.document.json.find(part)) composition.push_back(*found);
  facts.composition = digest_text(composition.dump());
  leave_out(facts.files, settings);
  return facts;
}

std::vector<ReadFile> files_of(const ClipPaths& paths, const GraphFacts& facts,
                               TrackCompanions& companions) {
  std::vector<ReadFile> files;
  if (!paths.input.empty()) add_input(files, paths.input);
  if (!paths.tracks.empty())
    for (const fs::path& file : files_of_tracks(paths.tracks, companions))
      files.push_back({"tracks", file.string()});
  if (!paths.embeddings.empty()) files.push_back({"embeddings", paths.embeddings});
  files.insert(files.end(), facts.files.begin(), facts.files.end());
  return files;
}

Fingerprint fingerprint_of(const BatchClip& clip, const GraphFacts& facts,
                           const std::vector<ReadFile>& files) {
  std::vector<RenderOption> options = clip.options;
  std::erase_if(options, is_neutral);
  std::ranges::stable_sort(options, {}, &RenderOption::first);
  Fingerprint print;
  print.parts.set("render", render_revision);
  print.parts.set("files", contents_by_role(files, clip));
  if (clip.is_fetched()) print.parts.set("source", source_key(clip));
  print.parts.set("nodes", facts.nodes);
  print.parts.set("composition", facts.composition);
  print.parts.set("options", options_json(options));
  print.parts.set("extension", fs::path(clip.output).extension().string());
  if (clip.is_joined()) print.parts.set("parts", fmt::format("{}", fmt::join(clip.parts, ",")));
  print.digest = digest_text(print.parts.dump());
  return print;
}

std::vector<std::string> differences(const Json& before, const Json& now) {
  std::vector<std::string> found;
  const Json none(Json::Object{});
  const auto part = [&none](const Json& json, const char* name) -> const Json& {
    const Json* const value = json.find(name);
    return value != nullptr && value->is_object() ? *value : none;
  };
  compare(part(before, "files"), part(now, "files"), "", found);
  compare(part(before, "nodes"), part(now, "nodes"), "node ", found);
  compare(part(before, "options"), part(now, "options"), "option --", found);
  for (const char* const name : {"render", "source", "composition", "extension", "parts"}) {
    const Json* const a = before.find(name);
    const Json* const b = now.find(name);
    if ((a == nullptr) != (b == nullptr) || (a != nullptr && !(*a == *b)))
      found.emplace_back(std::string_view(name) == "render" ? "the program" : name);
  }
  return found;
}

}  // namespace overlace
