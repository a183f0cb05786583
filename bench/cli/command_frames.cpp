// SPDX-License-Identifier: Apache-2.0
// overlace-bench: how long reference scenes, effects and looks take on the CPU.
#include <fmt/format.h>

#include <memory>
#include <random>

#include "bench/cli/bench_commands.h"
#include "bench/effect_timing.h"
#include "bench/looks.h"
#include "bench/loop.h"
#include "bench/table.h"
#include "cli/device_options.h"
#include "cli/picture_size.h"

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

/// A benchmark of graphs, whose rows have names.
void add_graphs_command(const Command& program, const char* name, const char* doc, const char* rows,
                        int (*run)(const BenchGraphsOptions&)) {
  auto options = std::make_shared<BenchGraphsOptions>();
  const Command command = program.subcommand(name, doc);
  command.words("--rows", options->rows, rows);
  add_cpu_options(command, *options);
  command.flag("--json", options->json, "Print one JSON object for each row");
  command.runs([options, run] { return run(*options); });
}

}  // namespace

void add_bench_options(const Command& program) {
  auto options = std::make_shared<BenchOptions>();
  program.words("--rows", options->rows,
                fmt::format("What to time, of {}; all of them if not given",
                            fmt::join(bench_row_names(), ",")));
  add_cpu_options(program, *options);
  program.flag("--json", options->json, "Print one JSON object for each row");
  program.runs([options] { return run_bench(*options); });
}

void add_bench_effects_command(const Command& program) {
  add_graphs_command(program, "effects",
                     "Time effects on drawings and on the picture, with the composite into it",
                     "Nodes to time; all effects if not given", run_bench_effects);
}

void add_bench_looks_command(const Command& program) {
  add_graphs_command(program, "looks", "Time labels, heat, lights, facets and links",
                     "What to time; all of it if not given", run_bench_looks);
}

}  // namespace overlace
