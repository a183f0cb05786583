// SPDX-License-Identifier: Apache-2.0
// Times other programs' libraries on the reference scene, in turn with overlace.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <random>

#include "graph/core/error.h"
#include "tools/cli/clip_options.h"
#include "tools/peers/families.h"
#include "tools/peers/scene_file.h"
#include "tools/peers/tables.h"

namespace overlace {

namespace {

/// Every peer, and whether this build has it.
void print_peer_list(BenchReport& report) {
  const auto add = [&report](const char* name, const char* package, bool present) {
    report.add({name,
                present ? "present" : fmt::format("absent ({})", package),
                "",
                RowStatus::ok,
                {{"present", present}}});
  };
  for (const auto& f : draw_families()) add(f.name, f.package, f.make != nullptr);
  for (const auto& f : link_families()) add(f.name, f.package, f.make != nullptr);
}

/// The options as they are typed.
struct Options {
  PeerOptions peers;
  std::string size = "3840x2160", scene_file;
  int scene_frames = 1;
  bool list = false, outline = false, no_links = false, no_drawing = false;
};

void add_options(CLI::App& app, Options& options) {
  PeerOptions& peers = options.peers;
  app.add_flag("--list", options.list, "Only say which peers are there");
  app.add_option("--size", options.size, "Picture to draw on")->capture_default_str();
  app.add_option("--threads", peers.threads, "For everybody; 0 is one per core")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  app.add_option("--rounds", peers.rounds, "At most; slow ones get by with fewer")
      ->check(CLI::Range(2, 10'000))
      ->capture_default_str();
  app.add_flag("--outline", options.outline, "Boxes without an area");
  app.add_flag("--no-links", options.no_links, "Only draw");
  app.add_flag("--no-drawing", options.no_drawing, "Only search");
  app.add_option("--points", peers.most_points, "Rows of links end there")->capture_default_str();
  app.add_option("--seed", peers.seed, "Of places, colours and movements; drawn if not given");
  app.add_flag("--json", peers.json, "Print one JSON object for each row");
  app.add_option("--write-scene", options.scene_file,
                 "Only write the scene to this file, as text, for other programs to draw");
  app.add_option("--frames", options.scene_frames, "Frames of that file")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
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
  if (!options.no_drawing) print_drawing(peers, report);
  if (!options.no_links) print_linking(peers, report);
  report.add_verdict("at the end", scaling_doubts(workers));
  return report.correct() ? 0 : 1;
}

int run(Options& options) {
  PeerOptions& peers = options.peers;
  peers.size = parse_size(options.size, "--size");
  peers.filled = !options.outline;
  if (peers.size.width % 2 != 0 || peers.size.height % 2 != 0)
    throw Error(ErrorCode::usage, "OpenCV only knows pictures of even size", "", Place{"--size"});
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
  CLI::App app("Times OpenCV, Cairo, Blend2D, FFmpeg, FAISS and nanoflann beside overlace.",
               "bench-peers");
  Options options;
  options.peers.seed = std::random_device{}();
  add_options(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : static_cast<int>(ErrorCode::usage);
  }
  return run(options);
}

}  // namespace
}  // namespace overlace

int main(int argc, char** argv) {
  try {
    return overlace::run(argc, argv);
  } catch (const overlace::Error& error) {
    for (const auto& problem : error.problems())
      fmt::print(stderr, "bench-peers: {}\n", problem.text());
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench-peers: %s\n", error.what());
    return static_cast<int>(overlace::ErrorCode::internal);
  }
}
