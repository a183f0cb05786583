// SPDX-License-Identifier: Apache-2.0
// Rows on batches.
#include "tools/cli/batch_options.h"

#include "tools/cli/render_options.h"

namespace overlace {

void add_batch_source(const Command& command, BatchSource& source, RenderRun& clip) {
  PlanRequest& request = source.request;
  command
      .texts("SRC", request.sources,
             "Videos, folders, patterns of names, manifests (.csv, .jsonl, .json), or a plan")
      .required();
  command.text("-o,--output", request.output,
               "Template of names: {stem} {ext} {dir} {rel} {index:06} {id} {graph} {hash:8} "
               "{col.NAME}; --tracks takes one, too");
  command.flag("--overwrite", request.overwrite, "Replace files that no batch has made");
  add_render_options(command, clip);
}

void add_batch_run_options(const Command& command, BatchRun& run) {
  command.whole("-j,--jobs", run.jobs, "Clips at once; 0 is half as many as cores", {{0, 1024}});
  command.number("--stall", run.stall_s, "Seconds without progress after which a clip is ended",
                 {{1, 86'400}});
  command.number("--wait-space", run.wait_space_s,
                 "Seconds to wait for space on the disk before clips fail", {{0, 604'800}});
  command.flag("--verify", run.verify, "Read outputs that are there, and compare their content");
  command.choice<BatchProgressMode>("--progress", run.progress,
                                    {{"auto", BatchProgressMode::automatic},
                                     {"plain", BatchProgressMode::plain},
                                     {"json", BatchProgressMode::json},
                                     {"openjd", BatchProgressMode::openjd},
                                     {"none", BatchProgressMode::none}},
                                    "How progress is shown");
  command.text("--report", run.report, "Write a row per clip to this file: .csv or .json");
}

void add_batch_state(const Command& command, std::string& state) {
  command.text("--state", state,
               "Folder of the journal, on a local disk; else one of the outputs'");
}

}  // namespace overlace
