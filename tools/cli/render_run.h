// SPDX-License-Identifier: Apache-2.0
// A render as the command line runs it: with progress, signals, a report and a trace.
#pragma once

#include <string>

#include "render/render_settings.h"
#include "tools/cli/options.h"
#include "tools/cli/progress.h"

namespace overlace {

struct RenderRun {
  RenderSettings settings;
  ProgressMode progress = ProgressMode::automatic;
  std::string report, trace;  ///< JSON files; empty: none
  bool dry_run = false;
  bool strict_redaction = false;  ///< a gap in what is to be hidden is a loss
  bool quiet = false;             ///< assumptions are not reported
};

/// Renders, and tells how it ended: to people, to the program that reads the progress, and in the
/// report; options that could not be read end it before it begins. Returns the exit code.
int run_render(RenderRun& run, const OptionProblems& problems);

}  // namespace overlace
