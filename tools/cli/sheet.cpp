// SPDX-License-Identifier: Apache-2.0
// One clip, one table of tracks, one plan for each preset.
#include "tools/cli/sheet.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/core/log.h"
#include "graph/types/registry.h"
#include "io/read/grab.h"
#include "io/write/still.h"
#include "render/frame_choice.h"
#include "render/graph_source.h"
#include "render/media.h"
#include "tools/cli/contact_sheet.h"

namespace overlace {
namespace {

/// The first node of a document that makes tracks; nothing for one that draws none.
std::string track_node(const Json& document) {
  for (const auto& [name, node] : document.find("nodes")->as_object()) {
    const Json* type = node.find("type");
    const NodeType* found = type != nullptr ? builtin_nodes().find(type->as_string()) : nullptr;
    if (found != nullptr && found->stage == Stage::tracks) return name;
  }
  return {};
}

/// The preset with its name written into the bottom left corner.
SessionDocument captioned(const std::string& preset, const std::string& tracks) {
  Json document = load_document(preset, find_document);
  Json caption = parse_json(R"({"type": "draw_text", "params": {"position": "bottom_left",
      "size": "5%", "margin": "2%", "plate": "#000000c0"}})",
                            "caption");
  caption.find("params")->set("text", preset);
  if (const std::string node = track_node(document); !node.empty()) {
    Json inputs;
    inputs.set("tracks", Json(node));
    caption.set("inputs", inputs);
  }
  document.find("nodes")->set("sheet_caption", caption);
  document.find("composite")->push_back("sheet_caption");
  return {std::move(document), preset, {{"tracks", tracks}}};
}

}  // namespace

std::int32_t draw_sheet(const SheetSettings& settings, const LogSink& log,
                        const std::function<void(const std::string& preset)>& drawn) {
  OutputPolicy policy{settings.overwrite, track_files(settings.graph)};
  policy.inputs.push_back(settings.input);
  check_still(settings.output, policy);
  const ChosenDevice device = choose_device(settings.device, log);
  for (const std::string& preset : settings.presets) static_cast<void>(find_document(preset));
  VideoReader reader(settings.input, {.first_frame = settings.first_frame, .autorotate = true});
  const ClipInfo clip = reader.info().clip;
  const std::int32_t number = existing_frame(settings.frame, reader.info());
  const GrabbedFrame plain = grab_frame(reader, number);

  const ClipSources sources = media_of_files(settings.graph, clip, settings.input, log);
  const auto tables = std::make_shared<TrackCache>();  // the presets share them

  const std::vector<std::string> presets =
      settings.presets.empty() ? preset_names() : settings.presets;
  ContactSheet sheet(clip.size, std::min(settings.columns, static_cast<int>(presets.size())),
                     settings.width);
  for (const std::string& preset : presets) {
    const Session session(captioned(preset, settings.graph.tracks), sources, tables);
    const auto plan = session.plan(session.analyse(), plan_settings(settings.graph));
    const GrabbedFrame frame = plain.copy();
    session.replay(plan, device.device())->draw(frame.time(), frame.view());
    sheet.add(frame.rgb());
    drawn(preset);
  }
  write_still(settings.output, sheet.view(), policy);
  return plain.time().frame;
}

}  // namespace overlace
