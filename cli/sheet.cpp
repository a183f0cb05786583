// SPDX-License-Identifier: Apache-2.0
// One clip, one track table, one plan per preset.
#include "cli/sheet.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/contact_sheet.h"
#include "graph/core/error.h"
#include "graph/core/log.h"
#include "io/read/grab.h"
#include "io/write/png_color.h"
#include "io/write/still_file.h"
#include "render/frame_choice.h"
#include "render/graph_source.h"
#include "render/media.h"

namespace overlace {
namespace {

/// A template that writes this text literally.
std::string literal(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c;
    if (c == '{' || c == '}') out += c;
  }
  return out;
}

/// Packed 8-bit R'G'B': a text on the sheet's background, in letters `height` px high.
std::vector<std::uint8_t> written(const std::string& text, Size size, double height,
                                  const Device& device) {
  Json params = parse_json(R"({"position": "center", "margin": 0, "plate": "#0000"})", "caption");
  params.set("text", literal(text));
  params.set("size", height);
  params.set("max_width", 0.96 * size.width);
  Json document = parse_json(
      R"({"overlace": 1, "nodes": {"text": {"type": "draw_text"}}, "composite": ["text"]})",
      "caption");
  document.find("nodes")->find("text")->set("params", params);
  const Session session({std::move(document), "caption", {}}, {.clip = {.size = size}});
  std::vector<std::uint8_t> pixels(
      static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * 3,
      ContactSheet::paper);
  session.replay(session.plan(session.analyse()), device)->draw({}, rgb_view(size, pixels));
  return pixels;
}

/// Whether an error means that this preset does not suit the clip, and not that nothing works.
bool is_of_preset(ErrorCode code) {
  return code == ErrorCode::usage || code == ErrorCode::input || code == ErrorCode::limit;
}

/// Draws presets on one frame.
class PresetPainter {
 public:
  PresetPainter(const SheetSettings& settings, const GrabbedFrame& plain, ClipSources sources,
                Device device)
      : settings_(settings),
        plain_(plain),
        sources_(std::move(sources)),
        device_(std::move(device)) {}

  /// The frame with a preset drawn on it, packed 8-bit R'G'B'. Throws Error.
  [[nodiscard]] std::vector<std::uint8_t> draw(const std::string& preset) const {
    const Session session(
        {load_document(preset, find_document), preset, {{"tracks", settings_.graph.tracks}}},
        sources_, tables_);
    const auto plan = session.plan(session.analyse(), plan_settings(settings_.graph));
    const GrabbedFrame frame = plain_.copy();
    session.replay(plan, device_)->draw(frame.time(), frame.view());
    return frame.rgb();
  }

  /// The same; if the preset cannot be drawn, a picture that says why, and the reason.
  [[nodiscard]] std::pair<std::vector<std::uint8_t>, std::optional<Error>> draw_or_say(
      const std::string& preset) const {
    try {
      return {draw(preset), std::nullopt};
    } catch (const Error& error) {
      if (!is_of_preset(error.code())) throw;
      const Size size = sources_.clip.size;
      return {written(error.what(), size, 0.05 * size.height, device_), error};
    }
  }

  [[nodiscard]] std::vector<std::uint8_t> caption(const std::string& preset, Size size) const {
    return written(preset, size, 0.6 * size.height, device_);
  }

 private:
  const SheetSettings& settings_;
  const GrabbedFrame& plain_;
  ClipSources sources_;
  Device device_;
  std::shared_ptr<TrackCache> tables_ = std::make_shared<TrackCache>();  ///< shared by the presets
};

}  // namespace

SheetResult draw_sheet(const SheetSettings& settings, const LogSink& log,
                       const std::function<void(const std::string& preset)>& drawn) {
  OutputPolicy policy{settings.overwrite, track_files(settings.graph)};
  policy.inputs.push_back(settings.input);
  check_still(settings.output, policy);
  const ChosenDevice device = choose_device(settings.device, log);
  for (const std::string& preset : settings.presets) static_cast<void>(find_document(preset));
  VideoReader reader(settings.input, {.first_frame = settings.first_frame, .autorotate = true});
  const ClipInfo clip = reader.info().clip;
  if (needs_color_tag(reader.info().color))
    log("HDR or BT.2020: the sheet shows the video's code values as if they were sRGB's");
  const std::int32_t number = existing_frame(settings.frame, reader.info());
  const GrabbedFrame plain = grab_frame(reader, number);

  GraphSettings graph = settings.graph;
  graph.coded = reader.info().coded;
  const PresetPainter painter(settings, plain, media_of_files(graph, clip, settings.input, log),
                              device.device());
  const std::vector<std::string> presets =
      settings.presets.empty() ? preset_names() : settings.presets;
  ContactSheet sheet(clip.size, std::min(settings.columns, static_cast<int>(presets.size())),
                     settings.width);
  SheetResult result{.frame = plain.time().frame};
  std::optional<Error> first;  // why the first of those that fail cannot be drawn
  for (const std::string& preset : presets) {
    const auto [picture, reason] = painter.draw_or_say(preset);
    if (reason) {
      log(preset + " cannot be drawn: " + reason->what());
      if (!first) first = reason;
      ++result.refused;
    }
    sheet.add(picture, painter.caption(preset, sheet.caption_size()));
    drawn(preset);
  }
  if (first && result.refused == static_cast<int>(presets.size())) throw *first;
  write_still(settings.output, sheet.view(), policy);
  return result;
}

}  // namespace overlace
