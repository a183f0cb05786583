// SPDX-License-Identifier: Apache-2.0
// Renders one clip of a batch in its own process.
#pragma once

#include "batch/batch_plan.h"
#include "batch/survey.h"
#include "cli/render_run.h"

namespace overlace {

/// A clip's options as those of a render, without input and output. Throws Error(usage).
[[nodiscard]] RenderRun read_render(const BatchClip& clip);

/// The program that renders here: its version, and those of its codecs.
[[nodiscard]] std::string program_name();

/// A batch's settings for its clips.
struct ClipPlace {
  std::string root{};      ///< the folder of all outputs
  int threads = 1;         ///< for drawing, unless the clip says otherwise
  bool overwrite = false;  ///< files that no batch made may be replaced
  std::string scratch{};   ///< see ScratchFolder
  bool keep_scratch = false;
};

/// Fetches the clip's input if necessary, renders it in the staging folder or joins it from its
/// parts, writes its receipt, gives it its name, and publishes it; as the child of a dispatcher
/// (see DispatchHooks::render). An output that is already complete is only published. Returns the
/// exit code of a render.
int render_clip(const BatchClip& clip, const ClipPlace& place, Survey& survey);

}  // namespace overlace
