// SPDX-License-Identifier: Apache-2.0
// One clip of a batch, rendered in a process of its own.
#pragma once

#include "batch/plan.h"
#include "batch/survey.h"
#include "tools/cli/render_run.h"

namespace overlace {

/// A clip's options as a render has them, without input and output. Throws Error(usage).
[[nodiscard]] RenderRun read_render(const BatchClip& clip);

/// What renders here: versions of the program and of its codecs.
[[nodiscard]] std::string program_name();

/// What a batch decides for its clips.
struct ClipPlace {
  int threads = 1;         ///< that draw, where the clip does not say
  bool overwrite = false;  ///< a file that is no batch's may be replaced
  std::string scratch{};   ///< see ScratchFolder
  bool keep_scratch = false;
};

/// Fetches the clip's input where it has to be, renders it aside, or joins it of its parts, writes
/// its receipt, gives it its name, and publishes it; as the child of a dispatcher (see
/// DispatchHooks::render). An output that is whole already is only published. Returns the exit code
/// of a render.
int render_clip(const BatchClip& clip, const ClipPlace& place, Survey& survey);

}  // namespace overlace
