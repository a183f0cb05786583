// SPDX-License-Identifier: Apache-2.0
// Times other programs' libraries on the reference scene, in turn with overlace.
#include <fmt/format.h>

#include <cstdio>
#include <random>
#include <set>
#include <string_view>

#include "bench/peers/families.h"
#include "bench/peers/scene_file.h"
#include "bench/peers/tables.h"
#include "cli/options.h"
#include "cli/picture_size.h"
#include "cli/process_start.h"
#include "graph/core/error.h"

namespace overlace {

namespace {

/// Lists every peer, and whether this build has it. Layers and pictures have the same peers, and
/// some of those also draw.
void print_peer_list(BenchReport& report) {
  std::set<std::string_view> listed;
  const auto add = [&](const char* name, const char* package, bool present) {
    if (!listed.insert(name).second) return;
    report.add({name,
                present ? "present" : fmt::format("absent ({})", package),
                "",
                RowStatus::ok,
                {{"present", present}}});
  };
  for (const auto& f : draw_families()) add(f.name, f.package, f.make != nullptr);
  for (const auto& f : layer_families()) add(f.name, f.package, f.make != nullptr);
  for (const auto& f : link_families()) add(f.name, f.package, f.make != nullptr);
}

struct Options {
  PeerOptions peers;
  std::string scene_file;
  int scene_frames = 1;
  bool list = false, outline = false, no_links = false, no_drawing = false, no_effects = false,
       effects = false;
};

void add_options(const Command& command, Options& options) {
  PeerOptions& peers = options.peers;
  peers.seed = std::random_device{}();
  command.flag("--list", options.list, "Only say which peers are there");
  command.parsed("--size", peers.size, parse_size, "Picture to draw on", "3840x2160");
  command.whole("--threads", peers.threads, "For everybody; 0 is one per core", {{0, 1024}});
  command.whole("--rounds", peers.rounds, "At most; slow ones get by with fewer", {{2, 10'000}});
  command.flag("--outline", options.outline, "Boxes without an area");
  command.flag("--no-links", options.no_links, "Search nothing");
  command.flag("--no-drawing", options.no_drawing, "Draw nothing");
  command.flag("--no-effects", options.no_effects, "Leave pixels as they are");
  command.flag("--effects", options.effects, "Effects only");
  command.words("--rows", peers.effects, "Of effects, those of these types of nodes only");
  command.choice(
      "--clock", peers.effects_clock,
      {{"processor", ContestClock::processor}, {"wall", ContestClock::wall}},
      "What counts of effects: how long all threads are busy, or, on a machine that does "
      "nothing else, how long one waits");
  command.whole("--points", peers.most_points, "Rows of links end there");
  command.whole("--seed", peers.seed, "Seed of places, colours and movements; random if not given")
      .no_default();
  command.flag("--json", peers.json, "Print one JSON object for each row");
  command.text("--write-scene", options.scene_file,
               "Only write the scene to this file, as text, for other programs to draw");
  command.whole("--frames", options.scene_frames, "Frames of that file", {{1, 10'000}});
}

int compare(const PeerOptions& peers, const Options& options) {
  BenchReport report(peers.json);
  print_peer_list(report);
  if (options.list) return 0;
  report.add({"seed",
              fmt::format("{}", peers.seed),
              "",
              RowStatus::ok,
              {{"seed", std::int64_t{peers.seed}}}});
  BenchWorkers workers(peers.threads);
  {
    BenchFrames frames(BenchPicture(peers.size, peers.seed));
    report.add_calibration(calibrate(workers, frames));
  }
  if (!options.no_drawing && !options.effects) print_drawing(peers, report);
  if (!options.no_effects) print_effects(peers, report);
  if (!options.no_links && !options.effects) print_linking(peers, report);
  report.add_verdict("at the end", scaling_doubts(workers));
  return report.correct() ? 0 : 1;
}

int run(Options& options) {
  PeerOptions& peers = options.peers;
  peers.filled = !options.outline;
  if (peers.size.width % 2 != 0 || peers.size.height % 2 != 0)
    throw Error(ErrorCode::usage, "OpenCV only knows pictures of even size", "",
                SourceLocation{"--size"});
  if (!options.scene_file.empty()) {
    write_scene(options.scene_file,
                {.size = peers.size, .filled = peers.filled, .seed = peers.seed},
                options.scene_frames);
    return 0;
  }
  return compare(peers, options);
}

/// Parses and runs. Throws whatever a peer throws.
int run(int argc, char** argv) {
  const Program program("bench-peers",
                        "Times OpenCV, Cairo, Blend2D, FFmpeg, libvips, Halide, FAISS and "
                        "nanoflann beside overlace.");
  Options options;
  const Command root = program.root();
  add_options(root, options);
  root.runs([&options] { return run(options); });
  return program.run(argc, argv);
}

}  // namespace
}  // namespace overlace

int main(int argc, char** argv) {
  return overlace::run_process([&] {
    try {
      return overlace::run(argc, argv);
    } catch (const overlace::Error& error) {
      for (const auto& problem : error.problems())
        std::fprintf(stderr, "bench-peers: %s\n", problem.text().c_str());
      return static_cast<int>(error.code());
    } catch (const std::exception& error) {
      std::fprintf(stderr, "bench-peers: %s\n", error.what());
      return static_cast<int>(overlace::ErrorCode::internal);
    }
  });
}
