// SPDX-License-Identifier: Apache-2.0
// Rows on batches.
#include "tools/cli/batch_options.h"

#include <fmt/format.h>

#include <sstream>

#include "graph/core/error.h"
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

namespace {

/// "I/N", I from 0.
Shard parse_shard(const std::string& text) {
  Shard shard;
  char slash = 0;
  std::istringstream in(text);
  in >> shard.index >> slash >> shard.count;
  const bool whole = !in.fail() && (in >> std::ws).eof() && slash == '/';
  if (!whole || shard.index < 0 || shard.count < 1 || shard.index >= shard.count)
    throw Error(ErrorCode::usage, fmt::format("'{}' is no shard", text),
                "write I/N, with I from 0 to N-1: 0/4, 1/4, 2/4, 3/4");
  return shard;
}

}  // namespace

void add_batch_shard(const Command& command, Shard& shard) {
  command.parsed("--shard", shard, parse_shard,
                 "Take one clip of N, for one of N machines that share the folders: I/N, I from 0");
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
