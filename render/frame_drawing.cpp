// SPDX-License-Identifier: Apache-2.0
// One plan for the picture, one per layer, and a matte painter.
#include "render/frame_drawing.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>

#include "graph/core/error.h"
#include "io/exr/cryptomatte.h"
#include "render/graph_source.h"
#include "render/overlay_alone.h"

namespace overlace {
namespace {

/// Blend modes that need the picture below are lost without it; operators need no picture.
void log_blends(const Plan& plan, const LogSink& log) {
  for (const Step& step : plan.steps) {
    const auto* group = std::get_if<GroupBeginStep>(&step.work);
    if (group == nullptr || group->blend == BlendMode::normal || is_group_operator(group->blend))
      continue;
    log(fmt::format(
        "{}: blends with the picture below; in an overlay alone it lies over it as 'normal' does",
        step.name));
  }
}

/// Replays of the layers' plans. Layers that are parts of a plan are drawn on the host, because
/// only the host knows who drew what.
std::vector<std::shared_ptr<Replay>> replays_of(const std::vector<LayerPlan>& layers,
                                                const Device& device,
                                                const ReplayOptions& on_host) {
  std::vector<std::shared_ptr<Replay>> replays;
  for (const LayerPlan& layer : layers)
    replays.push_back(layer.paints ? make_owner_replay(layer.plan, on_host, layer.paints)
                                   : device(layer.plan));
  return replays;
}

}  // namespace

void check_beside(const std::string& output, const WriterOptions& writer) {
  check_layers(output, writer.layers);
  check_aovs(output, writer.aovs);
  if (!writer.aovs.empty() && writer.exr.compression == ExrCompression::dwaa)
    throw Error(ErrorCode::usage, "DWAA would change the ids of mattes and AOVs",
                "compress them with zips, zip, rle or piz", SourceLocation{"--exr-compression"});
}

void check_drawing(const Graph& graph, const WriterOptions& writer) {
  if (writer.overlay_only) check_overlay_alone(graph);
  if (writer.layers.split != LayerSplit::none) check_has_layers(graph);
}

std::size_t layer_count(const Session& session, const SessionTables& tables,
                        const GraphSettings& graph, LayerSplit split) {
  if (split == LayerSplit::none) return 0;
  return layer_plans(session.graph(graph.values), tables.of_clip, split, graph.layered).size();
}

FrameDrawing::FrameDrawing(const Session& session, const SessionTables& tables,
                           const GraphSettings& graph, const DeviceSettings& device,
                           const WriterOptions& writer, const LogSink& log)
    : on_host_{.threads = device.threads, .simd = device.simd},
      plan_(session.plan(tables, plan_settings(graph))) {
  if (!writer.aovs.empty())
    aovs_ = std::make_unique<AovPainter>(plan_, writer.aovs, writer.exr.whole_window, on_host_);
  const Graph drawn = session.graph(graph.values);
  if (!drawn.redact.empty()) covers_ = cover_plan(drawn, tables.of_clip);
  if (writer.layers.split != LayerSplit::none) {
    layers_ = layer_plans(drawn, tables.of_clip, writer.layers.split, graph.layered);
    // the picture itself is assembled from the layers
    if (writer.overlay_only) plan_ = blank_plan(drawn, tables.of_clip);
  } else if (writer.overlay_only) {
    log_blends(*plan_, log);
  }
}

void FrameDrawing::serve(WriterOptions& writer, const Device& device) const {
  writer.layers.names.clear();
  for (const LayerPlan& layer : layers_) writer.layers.names.push_back(layer.name);
  if (!layers_.empty())
    writer.layers.draw = [replays = replays_of(layers_, device, on_host_)](
                             std::size_t layer, const FrameTime& time, const ImageView& picture) {
      replays[layer]->draw(time, picture);
    };
  if (aovs_)
    writer.aovs.paint = [painter = aovs_.get()](const FrameTime& time) {
      return painter->paint(time);
    };
}

void FrameDrawing::log_losses(const LogSink& log) const {
  if (!aovs_ || aovs_->dropped() == 0) return;
  log(fmt::format("Cryptomatte: left out {} weights of pixels with more than {} names in them",
                  aovs_->dropped(), cryptomatte_ranks));
}

}  // namespace overlace
