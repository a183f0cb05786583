// SPDX-License-Identifier: Apache-2.0
// Options shared by the commands of `overlace batch`.
#pragma once

#include "cli/batch_run.h"
#include "cli/options.h"
#include "cli/render_run.h"

namespace overlace {

/// SRC, -o and the options of a render. `clip` only receives what is typed: a batch
/// reads the same words again for each of its clips (see Command::typed).
void add_batch_source(const Command& command, BatchSource& source, RenderRun& clip);
/// How many clips at once, what to wait for, and how to show progress.
void add_batch_run_options(const Command& command, BatchRun& run);
/// --shard.
void add_batch_shard(const Command& command, Shard& shard);
/// --state.
void add_batch_state(const Command& command, std::string& state);

}  // namespace overlace
