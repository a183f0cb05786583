// SPDX-License-Identifier: Apache-2.0
// A render of a video: its settings and graph. It is opened, then analysed, then run:
//
//     const RenderJob job(settings, log);              // nothing but the graph has been read
//     OpenedJob opened(job);                           // render/opened_job.h
//     AnalysedJob analysed(opened, progress);          // render/analysed_job.h
//     const RenderOutcome outcome = analysed.run(watch);
#pragma once

#include "graph/core/log.h"
#include "io/files/atomic_output.h"
#include "io/write/made_sound.h"
#include "render/graph_source.h"
#include "render/render_settings.h"

namespace overlace {

class RenderJob {
 public:
  /// Refuses contradictory settings, and loads the graph. `log` gets every choice and assumption,
  /// later ones too. Throws Error(usage).
  RenderJob(RenderSettings settings, LogSink log);

  /// With what follows from the graph.
  [[nodiscard]] const RenderSettings& settings() const { return settings_; }
  [[nodiscard]] const GraphSource& source() const { return source_; }
  [[nodiscard]] const LogSink& log() const { return log_; }

  /// Whether the graph names nodes that hide objects.
  [[nodiscard]] bool redacts() const { return !source_.graph.redact.empty(); }
  /// What may be copied beside the pictures.
  [[nodiscard]] CopyScope scope() const { return settings_.transcode.run.scope; }
  /// Whether the graph's sound is in the output.
  [[nodiscard]] bool plays() const;
  /// Stands in for the graph's sound before anything is played; empty where it is not in the
  /// output.
  [[nodiscard]] MadeSound silence() const;
  /// For additional files beside the output: none may replace a file that is read or written.
  [[nodiscard]] OutputPolicy side_file_policy() const;

 private:
  RenderSettings settings_;
  LogSink log_;
  GraphSource source_;
};

}  // namespace overlace
