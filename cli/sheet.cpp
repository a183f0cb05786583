// SPDX-License-Identifier: Apache-2.0
// One clip, one track table, one plan per preset.
#include "cli/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/caption.h"
#include "cli/contact_sheet.h"
#include "graph/core/error.h"
#include "graph/core/log.h"
#include "io/read/grab.h"
#include "io/write/png_color.h"
#include "io/write/still_file.h"
#include "render/frame_choice.h"
#include "render/gallery.h"
#include "render/graph_source.h"
#include "render/media.h"

namespace overlace {
namespace {

/// Throws Error(usage) with the settings that no preset has a place for.
void require_targets(const std::vector<GalleryPreset>& presets,
                     const std::vector<Setting>& settings) {
  std::vector<Diagnostic> problems;
  for (const Setting& setting : settings) {
    const auto takes = [&](const GalleryPreset& preset) {
      return has_target(preset.document.json, setting, builtin_nodes());
    };
    if (std::ranges::none_of(presets, takes))
      problems.push_back({{fmt::format("--set {}={}", setting.target, setting.value)},
                          fmt::format("no preset of the sheet has '{}'", setting.target),
                          "overlace presets lists their knobs"});
  }
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
}

std::vector<GalleryPreset> load_presets(const SheetSettings& settings) {
  std::vector<GalleryPreset> presets;
  for (const std::string& name : settings.presets.empty() ? preset_names() : settings.presets)
    presets.push_back(load_gallery_preset(name, settings.graph));
  require_targets(presets, settings.graph.values);
  return presets;
}

/// A preset's picture, packed 8-bit R'G'B'; if it cannot be drawn, one that says why, and the
/// reason.
std::pair<std::vector<std::uint8_t>, std::optional<Error>> draw_or_say(PresetPainter& painter,
                                                                       const GalleryPreset& preset,
                                                                       const GrabbedFrame& plain,
                                                                       const Device& device) {
  try {
    const GrabbedFrame drawn = plain.copy();
    painter.draw(preset, drawn.time(), drawn.view());
    return {drawn.rgb(), std::nullopt};
  } catch (const Error& error) {
    if (!is_of_preset(error.code())) throw;
    const Size size = plain.view().size;
    return {caption_picture(error.what(), size, 0.05 * size.height, device), error};
  }
}

}  // namespace

SheetResult draw_sheet(const SheetSettings& settings, const LogSink& log,
                       const std::function<void(const std::string& preset)>& drawn) {
  OutputPolicy policy{settings.overwrite, track_files(settings.graph)};
  policy.inputs.push_back(settings.input);
  check_still(settings.output, policy);
  const ChosenDevice device = choose_device(settings.device, log);
  const std::vector<GalleryPreset> presets = load_presets(settings);
  VideoReader reader(settings.input, {.first_frame = settings.first_frame, .autorotate = true});
  const ClipInfo clip = reader.info().clip;
  if (needs_color_tag(reader.info().color))
    log("HDR or BT.2020: the sheet shows the video's code values as if they were sRGB's");
  const std::int32_t number = existing_frame(settings.frame, reader.info());
  const GrabbedFrame plain = grab_frame(reader, number);

  GraphSettings graph = settings.graph;
  graph.coded = reader.info().coded;
  const ClipSources sources = media_of_files(graph, clip, settings.input, log);
  const Device drawing = device.device();
  PresetPainter painter(
      [&, tables = std::make_shared<TrackCache>()](SessionDocument document) {
        return Session(std::move(document), sources, tables);
      },
      settings.graph.layered, drawing);
  ContactSheet sheet(clip.size, std::min(settings.columns, static_cast<int>(presets.size())),
                     settings.width);
  SheetResult result{.frame = plain.time().frame};
  std::optional<Error> first;  // why the first of those that fail cannot be drawn
  for (const GalleryPreset& preset : presets) {
    const auto [picture, reason] = draw_or_say(painter, preset, plain, drawing);
    if (reason) {
      log(preset.document.name + " cannot be drawn: " + reason->what());
      if (!first) first = reason;
      ++result.refused;
    }
    const Size caption = sheet.caption_size();
    sheet.add(picture,
              caption_picture(preset.document.name, caption, 0.6 * caption.height, drawing));
    drawn(preset.document.name);
  }
  if (first && result.refused == static_cast<int>(presets.size())) throw *first;
  write_still(settings.output, sheet.view(), policy);
  return result;
}

}  // namespace overlace
