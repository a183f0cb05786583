// SPDX-License-Identifier: Apache-2.0
// A render as the command line runs it: with progress, signals, a report and a trace.
#pragma once

#include <functional>
#include <string>

#include "cli/console.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/run_report.h"
#include "render/analysed_job.h"

namespace overlace {

struct RenderRun {
  RenderSettings settings;
  ProgressMode progress = ProgressMode::automatic;
  std::string report, trace;  ///< JSON files; empty: none
  bool dry_run = false;
  bool strict_redaction = false;  ///< gaps in a redaction count as a loss
  NoteChoice notes{};             ///< on what is assumed
  /// Called when the input is open but little memory has been taken; may block. May be empty.
  std::function<void(const OpenedJob& job)> opened{};
};

/// Renders, and reports how it ended: to people, to the program that reads the progress, and in the
/// report; unreadable options end it before it begins.
RunReport render_video(RenderRun& run, const OptionProblems& problems);
/// The same; returns the exit code.
int run_render(RenderRun& run, const OptionProblems& problems);

}  // namespace overlace
