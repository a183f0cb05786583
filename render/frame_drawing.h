// SPDX-License-Identifier: Apache-2.0
// How the frames of an output are drawn: all at once, or layer by layer, with mattes and AOVs.
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

/// Refuses layers, mattes and AOVs that files at `output` cannot hold. Throws Error(usage).
void check_beside(const std::string& output, const WriterOptions& writer);
/// Refuses a graph that cannot be drawn alone or in layers, where the options ask for that. Throws
/// Error(usage).
void check_drawing(const Graph& graph, const WriterOptions& writer);

/// The number of layers in files of such a graph; 0 where it is not split. Throws as layer_plans
/// does.
[[nodiscard]] std::size_t layer_count(const Session& session, const SessionTables& tables,
                                      const GraphSettings& graph, LayerSplit split);

/// The plans for everything that an output stores of a frame. One thread at a time.
class FrameDrawing {
 public:
  /// Compiles what the options ask for; reports to `log` what an overlay alone loses. Throws
  /// Error(usage), and as make_matte_painter does.
  FrameDrawing(const Session& session, const SessionTables& tables, const GraphSettings& graph,
               const DeviceSettings& device, const WriterOptions& writer, const LogSink& log);

  /// Draws onto a frame's picture: the whole overlay, or nothing where an overlay alone is made of
  /// layers.
  [[nodiscard]] const std::shared_ptr<const Plan>& plan() const { return plan_; }
  /// Draws what the graph's redacting nodes draw, and nothing else; null if nothing redacts.
  [[nodiscard]] const std::shared_ptr<const Plan>& covers() const { return covers_; }
  /// Sets the writer up to draw layers on the device and to paint mattes and AOVs. This object must
  /// outlive it.
  void serve(WriterOptions& writer, const Device& device) const;
  /// Reports what had no room in the frames drawn so far.
  void log_losses(const LogSink& log) const;

 private:
  ReplayOptions on_host_;
  std::shared_ptr<const Plan> plan_, covers_;
  std::vector<LayerPlan> layers_;     ///< in paint order; may be empty
  std::unique_ptr<AovPainter> aovs_;  ///< null where there are none
};

}  // namespace overlace
