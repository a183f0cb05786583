// SPDX-License-Identifier: Apache-2.0
// From what was typed to a server that runs until it is interrupted.
#include "cli/edit_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/signal_set.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "cli/browser_page.h"
#include "cli/console.h"
#include "cli/render_run.h"
#include "edit/example_clip.h"
#include "io/files/frame_list.h"
#include "io/files/user_folders.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

/// A name in the working folder that is free.
std::string new_name() {
  std::error_code unknown;
  std::string name = "untitled.json";
  for (int count = 2; fs::exists(name, unknown); ++count)
    name = fmt::format("untitled-{}.json", count);
  return name;
}

/// A preset becomes a document of the user's own that extends it. Returns whether nothing was
/// named, so that a preset has yet to be chosen.
bool make_own(GraphSettings& graph) {
  const bool begins = graph.document.empty();
  const std::vector<std::string> presets = preset_names();
  std::error_code unknown;
  if (begins || std::ranges::find(presets, graph.document) != presets.end()) {
    graph.text = fmt::format(
        "{{\n  \"$schema\": \"./overlace-graph.schema.json\",\n  \"overlace\": 1,\n  \"extends\": "
        "\"{}\"\n}}\n",
        begins ? GraphSettings().document : graph.document);
    graph.document = begins ? new_name() : graph.document + ".json";
  } else if (!fs::exists(graph.document, unknown)) {
    throw Error(ErrorCode::usage, fmt::format("there is no preset or file '{}'", graph.document),
                suggest(graph.document, presets));
  }
  return begins;
}

/// What the graph names must lie in a folder of a file that the user named.
void confine(EditServiceSettings& settings) {
  const GraphSettings& graph = settings.edit.still.graph;
  std::vector<std::string> folders = settings.roots;
  for (const std::string& file : {graph.document, settings.edit.still.input.path, graph.tracks})
    if (!file.empty())
      folders.push_back(fs::absolute(file).lexically_normal().parent_path().string());
  std::ranges::sort(folders);
  const auto same = std::ranges::unique(folders);
  folders.erase(same.begin(), same.end());
  settings.edit.still.graph.files_below = std::move(folders);
}

/// What `overlace render` would make of the document, its clip and its tracks.
int render_export(const EditSettings& edit, const ExportAsk& ask) {
  RenderRun run;
  run.progress = ProgressMode::json;
  run.notes.quiet = true;
  RenderSettings& settings = run.settings;
  settings.input = edit.still.input;
  settings.graph = edit.still.graph;
  settings.graph.text = ask.text;
  settings.device = edit.still.device;
  settings.transcode.output = ask.output;
  if (!ask.frames.empty()) settings.transcode.frames = parse_frame_list(ask.frames);
  WriterOptions& writer = settings.transcode.writer;
  writer.codec = ask.codec;
  writer.crf = ask.crf;
  writer.overlay_only = ask.overlay_only;
  writer.overwrite = ask.overwrite;
  return run_render(run, {});
}

/// How to get at the page, also from another machine.
void print_address(const std::string& address, std::uint16_t port, bool is_opened) {
  tell(stdout, address);
  if (std::getenv("SSH_CONNECTION") != nullptr)
    print_note(
        fmt::format("from the machine before you: ssh -L {0}:127.0.0.1:{0} THIS-MACHINE, then open "
                    "the address there",
                    port));
  print_note(
      fmt::format("{}Ctrl-C ends it; the address holds a secret: who has it can edit the "
                  "graph",
                  is_opened ? "opening it in your browser; " : ""));
}

}  // namespace

int run_edit(EditRun& run) {
  EditServiceSettings& settings = run.service;
  EditSettings& edited = settings.edit;
  std::optional<ExampleClip> example;
  if (edited.still.input.path.empty()) {
    if (!edited.still.graph.tracks.empty())
      throw Error(ErrorCode::usage, "tracks belong to a video, and none is given",
                  "name the video: overlace edit in.mp4 --tracks …", SourceLocation{"--tracks"});
    example.emplace().use(edited);
  }
  settings.begins = make_own(edited.still.graph);
  confine(settings);
  settings.port = static_cast<std::uint16_t>(run.port);
  settings.drafts = user_state("drafts");
  settings.render = [edited](const ExportAsk& ask) { return render_export(edited, ask); };
  boost::asio::io_context context(1);
  boost::asio::signal_set signals(context, SIGINT, SIGTERM, SIGHUP);
  signals.async_wait([&context](const boost::system::error_code&, int) { context.stop(); });
  const EditService service(context, std::move(settings));
  std::optional<BrowserPage> page;
  if (!run.no_browser && has_screen()) page.emplace(service.address());
  print_address(service.address(), service.port(), page && page->open());
  context.run();
  return 0;
}

}  // namespace overlace
