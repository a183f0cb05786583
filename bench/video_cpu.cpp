// SPDX-License-Identifier: Apache-2.0
// Decoding alone, with a scene drawn, and with a graph that draws nothing, in turn.
#include "bench/video_cpu.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "bench/reference_graph.h"
#include "bench/rows.h"
#include "io/write/null_sink.h"
#include "render/session.h"
#include "render/transcode.h"

namespace overlace {
namespace {

std::shared_ptr<const Plan> empty_plan(const ClipInfo& clip) {
  constexpr const char* document = R"({"overlace": 1, "nodes": {}, "composite": []})";
  const Session session({parse_json(document, "nothing"), "nothing"}, {.clip = clip});
  return session.plan(session.analyse());
}

double fps_of(const std::function<std::int64_t()>& play) {
  const auto start = std::chrono::steady_clock::now();
  const std::int64_t frames = play();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  return static_cast<double>(frames) / seconds.count();
}

double decode_fps(const std::string& input) {
  VideoReader reader(input);
  return fps_of([&reader] {
    std::int64_t frames = 0;
    for (DecodedFrame picture; reader.read(picture);) ++frames;
    return frames;
  });
}

/// One way of drawing, and its results of each round.
struct Drawing {
  std::unique_ptr<Replay> replay;
  TranscodeResult last{};
  std::vector<double> fps{}, share{};  ///< of the decoder's frames per second in the same round

  void play(const std::string& input, double decoded) {
    VideoReader reader(input);
    fps.push_back(fps_of([&] {
      last = transcode(reader, std::make_unique<NullSink>(reader), {}, *replay);
      return last.frames;
    }));
    share.push_back(fps.back() / decoded);
  }
};

std::string fps_text(const std::vector<double>& fps) {
  return fmt::format("{:.1f} fps (least {:.1f})", median(fps), least(fps));
}

void print_drawing(const char* name, const Drawing& drawing, const BenchVideoOptions& options) {
  const double share = median(drawing.share);
  print_row(
      {name,
       fmt::format("{:.3f} (least {:.3f}; {})", share, least(drawing.share), fps_text(drawing.fps)),
       ">= 0.80", at_least(share, 0.80)},
      options.json);
  const TranscodeResult& last = drawing.last;
  print_row({fmt::format("{}: pictures", name),
             fmt::format("{} drawn on, {} copied, {} converted, of {}", last.drawn,
                         last.moves.copied, last.moves.converted, last.frames),
             ""},
            options.json);
}

void print_memory(const BenchVideoOptions& options) {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double megabytes = static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
  print_row({"peak memory", fmt::format("{:.0f} MB", megabytes), ""}, options.json);
}

}  // namespace

int run_bench_video_cpu(const BenchVideoOptions& options) {
  const VideoInfo info = VideoReader(options.input).info();
  const auto scene = bench_plan({.size = stored_size(info.clip),
                                 .frames = std::max(info.clip.frame_count, 1),
                                 .seed = options.seed});
  Drawing drawn{make_cpu_replay(scene, options.replay)};
  Drawing empty{make_cpu_replay(empty_plan(info.clip), options.replay)};
  std::vector<double> decoded;
  for (int round = 0; round < options.rounds; ++round) {
    decoded.push_back(decode_fps(options.input));
    drawn.play(options.input, decoded.back());
    empty.play(options.input, decoded.back());
  }
  print_row({"seed", fmt::format("{}", options.seed), ""}, options.json);
  print_row(
      {fmt::format("decode {} {}x{}", info.codec, info.clip.size.width, info.clip.size.height),
       fps_text(decoded), ""},
      options.json);
  print_drawing("drawn / decoded", drawn, options);
  print_drawing("nothing drawn / decoded", empty, options);
  print_memory(options);
  return 0;
}

}  // namespace overlace
