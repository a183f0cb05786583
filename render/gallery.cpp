// SPDX-License-Identifier: Apache-2.0
// One replay goes from preset to preset.
#include "render/gallery.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "graph/types/registry.h"
#include "render/graph_source.h"
#include "render/model_nodes.h"

namespace overlace {

GalleryPreset load_gallery_preset(const std::string& name, const GraphSettings& graph) {
  GalleryPreset preset{{load_document(name, find_document), name, {{"tracks", graph.tracks}}}, {}};
  if (!graph.model.empty()) use_model(preset.document.json, graph);
  std::ranges::copy_if(graph.values, std::back_inserter(preset.values),
                       [&](const Setting& setting) {
                         return has_target(preset.document.json, setting, builtin_nodes());
                       });
  return preset;
}

bool is_of_preset(ErrorCode code) {
  return code == ErrorCode::usage || code == ErrorCode::input || code == ErrorCode::limit;
}

void PresetPainter::draw(const GalleryPreset& preset, const FrameTime& time,
                         const ImageView& picture, const AnalysisProgress& progress) {
  const Session session = open_(preset.document);
  const SessionTables tables = at_size(session.analyse(preset.values, progress), picture.size);
  const auto plan = session.plan(tables, {.values = preset.values, .layered = layered_});
  hand_on(replay_, plan);
  if (replay_ == nullptr) replay_ = session.replay(plan, device_);
  replay_->draw(time, picture);
}

}  // namespace overlace
