// SPDX-License-Identifier: Apache-2.0
// A render as the command line runs it: with progress, signals, a report and a trace.
#pragma once

#include <functional>
#include <string>

#include "render/render_job.h"
#include "tools/cli/options.h"
#include "tools/cli/progress.h"
#include "tools/cli/run_report.h"

namespace overlace {

struct RenderRun {
  RenderSettings settings;
  ProgressMode progress = ProgressMode::automatic;
  std::string report, trace;  ///< JSON files; empty: none
  bool dry_run = false;
  bool strict_redaction = false;  ///< a gap in what is to be hidden is a loss
  bool quiet = false;             ///< assumptions are not reported
  /// Called once the input is open and before much memory is taken; may wait. May be empty.
  std::function<void(const RenderJob& job)> opened{};
};

/// Renders, and tells how it ended: to people, to the program that reads the progress, and in the
/// report; options that could not be read end it before it begins.
RunReport render_video(RenderRun& run, const OptionProblems& problems);
/// The same; returns the exit code.
int run_render(RenderRun& run, const OptionProblems& problems);

}  // namespace overlace
