// SPDX-License-Identifier: Apache-2.0
// Options of a render other than its input and output, for one clip or for many.
#pragma once

#include "cli/options.h"
#include "cli/render_run.h"

namespace overlace {

/// How to read, what to draw with which values, where to draw, and how to write.
void add_render_options(const Command& command, RenderRun& run);

}  // namespace overlace
