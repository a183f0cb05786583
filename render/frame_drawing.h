// SPDX-License-Identifier: Apache-2.0
// How the frames of an output are drawn: all at once, or layer by layer, with mattes and AOVs
// beside.
#pragma once

#include <memory>
#include <vector>

#include "graph/core/log.h"
#include "io/write/frame_sink.h"
#include "render/aov_painter.h"
#include "render/device_choice.h"
#include "render/graph_settings.h"
#include "render/layer_plans.h"
#include "render/session.h"

namespace overlace {

/// Refuses layers, mattes and AOVs that files at `output` cannot have. Throws Error(usage).
void check_beside(const std::string& output, const WriterOptions& writer);
/// Refuses a graph that cannot be drawn as the options say: by itself, or in layers. Throws
/// Error(usage).
void check_drawing(const Graph& graph, const WriterOptions& writer);

/// The layers that files of such a graph have; 0 where it is not split. Throws as layer_plans.
[[nodiscard]] std::size_t layer_count(const Session& session, const SessionTables& tables,
                                      const GraphSettings& graph, LayerSplit split);

/// Plans for all that an output holds of a frame. One thread at a time.
class FrameDrawing {
 public:
  /// Compiles what the options ask for; `log` hears what an overlay alone loses. Throws
  /// Error(usage), and as make_matte_painter.
  FrameDrawing(const Session& session, const SessionTables& tables, const GraphSettings& graph,
               const DeviceSettings& device, const WriterOptions& writer, const LogSink& log);

  /// What is drawn onto a frame's picture: all of the overlay, or nothing where an overlay alone is
  /// made of layers.
  [[nodiscard]] const std::shared_ptr<const Plan>& plan() const { return plan_; }
  /// Has the writer draw layers on the device, and paint mattes and AOVs. This object must outlive
  /// it.
  void serve(WriterOptions& writer, const Device& device) const;
  /// Says what the frames drawn so far had no room for.
  void log_losses(const LogSink& log) const;

 private:
  ReplayOptions on_host_;
  std::shared_ptr<const Plan> plan_;
  std::vector<LayerPlan> layers_;     ///< in paint order, where there are any
  std::unique_ptr<AovPainter> aovs_;  ///< where there are any
};

}  // namespace overlace
