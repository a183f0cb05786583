// SPDX-License-Identifier: Apache-2.0
// overlace bench: how long reference scenes take here.
#include <fmt/format.h>

#include <memory>
#include <random>

#include "tools/bench/effects.h"
#include "tools/bench/gpu.h"
#include "tools/bench/growth.h"
#include "tools/bench/looks.h"
#include "tools/bench/loop.h"
#include "tools/bench/table.h"
#include "tools/cli/bench_commands.h"
#include "tools/cli/commands.h"
#include "tools/cli/device_options.h"
#include "tools/cli/picture_size.h"

namespace overlace {
namespace {

/// Options that the CPU benchmarks share.
template <class Bench>
void add_cpu_options(const Command& command, Bench& bench) {
  bench.seed = std::random_device{}();
  add_threads_option(command, bench.replay.threads);
  add_simd_option(command, bench.replay.simd, "Instruction set");
  command.parsed("--size", bench.size, parse_size, "Picture to draw on", "3840x2160");
  command
      .whole("--frames", bench.rounds,
             "Frames to time per row; if not given, up to 60 in about a second",
             {{least_rounds, 1'000'000}})
      .no_default();
  command.whole("--seed", bench.seed, "Seed of places, colours and movements; random if not given")
      .no_default();
}

void add_growth_command(const Command& bench) {
  auto options = std::make_shared<BenchGrowthOptions>();
  const Command command = bench.subcommand(
      "growth", "How cost grows with primitives, resolution and threads, as Markdown");
  command.text("--plot", options->plot, "Also write an SVG plot of it");
  add_cpu_options(command, *options);
  command.runs([options] { return run_bench_growth(*options); });
}

/// A benchmark of graphs, whose rows have names.
void add_graphs_command(const Command& bench, const char* name, const char* doc, const char* rows,
                        int (*run)(const BenchGraphsOptions&)) {
  auto options = std::make_shared<BenchGraphsOptions>();
  const Command command = bench.subcommand(name, doc);
  command.words("--rows", options->rows, rows);
  add_cpu_options(command, *options);
  command.flag("--json", options->json, "Print one JSON object for each row");
  command.runs([options, run] { return run(*options); });
}

}  // namespace

void add_bench_command(const Command& program) {
  auto options = std::make_shared<BenchOptions>();
  const Command bench = program.subcommand(
      "bench", "Time frames and links in memory, beside a copy of the same picture");
  bench.words("--rows", options->rows,
              fmt::format("What to time, of {}; all of them if not given",
                          fmt::join(bench_row_names(), ",")));
  add_cpu_options(bench, *options);
  bench.flag("--json", options->json, "Print one JSON object for each row");
  add_growth_command(bench);
  add_graphs_command(bench, "effects",
                     "Time effects on drawings and on the picture, with the composite into it",
                     "Nodes to time; all effects if not given", run_bench_effects);
  add_graphs_command(bench, "looks", "Time labels, heat, lights, facets and links",
                     "What to time; all of it if not given", run_bench_looks);
  add_bench_gpu_command(bench);
  add_bench_video_command(bench);
  add_bench_tracks_command(bench);
  add_bench_audio_command(bench);
  add_bench_sound_command(bench);
  bench.runs([options] { return run_bench(*options); });
}

}  // namespace overlace
