// SPDX-License-Identifier: Apache-2.0
// Option tables for batches.
#include "cli/batch_options.h"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "cli/render_options.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

/// "auto" is 0.
std::optional<std::int64_t> parse_part_frames(const std::string& text) {
  if (text == "auto") return 0;
  std::int64_t frames = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, frames);
  if (error != std::errc{} || rest != end || frames < 1)
    throw Error(ErrorCode::usage, fmt::format("'{}' is not a number of frames", text),
                "write a number of at least 1, or auto");
  return frames;
}

/// "I/N", I from 0.
Shard parse_shard(const std::string& text) {
  Shard shard;
  char slash = 0;
  std::istringstream in(text);
  in >> shard.index >> slash >> shard.count;
  const bool whole = !in.fail() && (in >> std::ws).eof() && slash == '/';
  if (!whole || shard.index < 0 || shard.count < 1 || shard.index >= shard.count)
    throw Error(ErrorCode::usage, fmt::format("'{}' is not a shard", text),
                "write I/N, with I from 0 to N-1: 0/4, 1/4, 2/4, 3/4");
  return shard;
}

}  // namespace

void add_batch_source(const Command& command, BatchSource& source, RenderRun& clip) {
  PlanRequest& request = source.request;
  command
      .texts("SRC", request.sources,
             "Videos, folders, name patterns, manifests (.csv, .jsonl, .json), or a plan")
      .required();
  command.text("-o,--output TEMPLATE", request.output,
               "Name template: {stem} {ext} {dir} {rel} {index:06} {id} {graph} {hash:8} "
               "{col.NAME}; --tracks takes one, too");
  command.choice<bool>("--missing-tracks", request.skips_missing_tracks,
                       {{"fail", false}, {"skip", true}},
                       "Clips whose track file is missing: they fail, or are left out");
  command.parsed(
      "--part-frames N", source.part_frames, parse_part_frames,
      "Render long clips in parts of this many frames, then join them; auto: twenty seconds' work");
  add_render_options(command, clip);
  command.essentials(
      {"SRC", "--output", "--jobs", "--watch", "--dry-run", "--report", "--on-fail", "--graph",
       "--set", "--tracks", "--overwrite"},
      {{"overlace batch run clips -o 'out/{stem}.mp4' -g boxes --tracks '{dir}/{stem}.txt'",
        "every video of a folder that is not done, with a track file beside each"},
       {"overlace batch run clips -o 'out/{stem}.mp4' -g neon --dry-run",
        "what it would do, and for how long"},
       {"overlace batch plan clips -o 'out/{stem}.mp4' -g boxes > plan.jsonl",
        "a plan, to look at, or for 'batch run' and farms"}});
}

void add_batch_shard(const Command& table, Shard& shard) {
  const Command command = table.group("Batch");
  command.parsed("--shard I/N", shard, parse_shard,
                 "Take one clip in N, for one of N machines that share the folders: I/N, I from 0");
}

void add_batch_run_options(const Command& table, BatchRun& run) {
  const Command command = table.group("Batch");
  const OptionRow jobs = command.whole("-j,--jobs", run.jobs,
                                       "Clips at once; 0 is half the number of cores", {{0, 1024}});
  command
      .parsed("--lanes LANES", run.lanes, parse_lanes,
              "Devices, and clips at once on each, instead of --jobs: cuda:0=2,cuda:1=2,cpu=1")
      .excludes(jobs);
  command.number("--stall SECONDS", run.stall_s,
                 "Seconds without progress after which a clip is stopped", {{1, 86'400}});
  command.number("--wait-space SECONDS", run.wait_space_s,
                 "Seconds to wait for disk space; then one clip is tried all the same, and the "
                 "batch ends where the disk is full indeed",
                 {{0, 604'800}});
  command.number("--retry-wait SECONDS", run.retry_wait_s,
                 "Seconds before retrying a clip that lacked a device, an encoder or a store; then "
                 "four and sixteen times as long",
                 {{0, 86'400}});
  command.flag("--overwrite", run.overwrite, "Replace files that no batch made");
  command.flag("--allow-programs", run.allows_programs,
               "Run the programs that rows name as 'fetch' and 'publish'");
  command.text("--scratch DIR", run.scratch,
               "Folder for fetched inputs until they are rendered; default: beside the outputs");
  command.flag("--keep-scratch", run.keep_scratch, "Keep fetched inputs");
  command.flag("--verify", run.verify, "Read existing outputs and compare their content");
  command.flag("--accept-loss", run.accept_loss,
               "Exit with 0 if clips are done with loss, for engines that treat 3 as a failure");
  command.flag("--redo-upgraded", run.redo_upgraded,
               "Render again what another version of overlace or its codecs made");
  command.choice<BatchProgressMode>("--progress", run.progress,
                                    {{"auto", BatchProgressMode::automatic},
                                     {"plain", BatchProgressMode::plain},
                                     {"json", BatchProgressMode::json},
                                     {"openjd", BatchProgressMode::openjd},
                                     {"none", BatchProgressMode::none}},
                                    "How progress is shown");
  command.parsed("--on-fail PROGRAM", run.on_fail, parse_command,
                 "Run this for each clip that failed: a program, or a list [\"mail\", \"me\"]; "
                 "OVERLACE_ID, _INPUT, _OUTPUT, _STATE, _REASON and _LOG are in its environment");
  command.parsed(
      "--on-end PROGRAM", run.on_end, parse_command,
      "Run this at the end; OVERLACE_ROOT, _EXIT, _DONE and _FAILED are in its environment");
  command.text("--move-done DIR", run.move_done,
               "Move inputs into this folder once everything made from them is done");
  command.text("--report FILE", run.report,
               "Write a row per clip to this file, .csv or .json, every ten seconds");
}

void add_batch_state(const Command& table, std::string& state) {
  const Command command = table.group("Batch");
  command.text("--state DIR", state,
               "Folder of the journal, on a local disk; else one of the outputs'");
}

}  // namespace overlace
