// SPDX-License-Identifier: Apache-2.0
// overlace bench: drawing timed in turn with copying, the calibration and the report.
#include "tools/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "gpu/raster.h"
#include "tools/bench_picture.h"
#include "tools/bench_rows.h"
#include "tools/bench_scene.h"

namespace overlace {
namespace {

using Clock = std::chrono::steady_clock;

std::string_view simd_used(const BenchOptions& options) {
  const SimdLevel level = options.replay.simd;
  return simd_name(level == SimdLevel::best ? detect_simd() : level);
}

template <class Work>
double milliseconds(const Work& work) {
  const auto start = Clock::now();
  work();
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Copies a picture with `threads` threads.
void copy_picture(std::vector<std::byte>& to, const std::vector<std::byte>& from, int threads) {
  const std::size_t part = from.size() / static_cast<std::size_t>(threads);
  std::vector<std::jthread> helpers;
  for (int i = 0; i < threads; ++i) {
    const std::size_t begin = part * static_cast<std::size_t>(i);
    const std::size_t end = i + 1 == threads ? from.size() : begin + part;
    auto copy = [&to, &from, begin, end] {
      std::memcpy(to.data() + begin, from.data() + begin, end - begin);
    };
    if (i + 1 == threads) {
      copy();
    } else {
      helpers.emplace_back(copy);
    }
  }
}

/// How many times faster `threads` threads finish arithmetic than one: what the machine grants us.
double thread_scaling(int threads) {
  auto burn = [] {
    volatile float v = 1;
    for (int i = 0; i < 10'000'000; ++i) v = v * 0.999F + 0.001F;
  };
  const double one = milliseconds(burn);
  const double many = milliseconds([&] {
    std::vector<std::jthread> helpers;
    for (int i = 1; i < threads; ++i) helpers.emplace_back(burn);
    burn();
  });
  return one * threads / many;
}

struct BenchResult {
  int threads = 0;
  std::size_t primitives = 0;
  std::vector<double> draw, copy;  ///< ms, by frame
  double scaling = 0;
  bool correct = false;  ///< the last frame is what the scalar kernels draw
  ReplayStats stats;
};

BenchResult measure(const BenchOptions& options) {
  constexpr double reference_points = 100;
  const int cores = std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
  const int points = static_cast<int>(std::lround(reference_points * options.primitives));
  BenchScene scene(options.size, points, options.filled, options.seed);
  BenchPicture clean(options.size, options.seed), picture = clean;
  Rasterizer rasterizer(options.replay);
  DisplayList list;
  BenchResult result;
  result.threads = options.replay.threads > 0 ? std::min(options.replay.threads, cores) : cores;
  result.scaling = thread_scaling(result.threads);
  constexpr int warm_up = 5;
  for (int frame = -warm_up; frame < options.frames; ++frame) {
    scene.next_frame(list);
    const double copy =
        milliseconds([&] { copy_picture(picture.samples(), clean.samples(), result.threads); });
    const double draw =
        milliseconds([&] { result.stats = rasterizer.draw(list, {}, picture.view()); });
    if (frame < 0) continue;
    result.copy.push_back(copy);
    result.draw.push_back(draw);
  }
  result.primitives = list.primitives.size();
  Rasterizer({.threads = 1, .simd = SimdLevel::scalar}).draw(list, {}, clean.view());
  result.correct = picture.samples() == clean.samples();
  return result;
}

void print_json(const BenchOptions& options, const BenchResult& r) {
  const double draw = median(r.draw), copy = median(r.copy);
  fmt::print(R"({{"width":{},"height":{},"primitives":{},"filled":{},"seed":{},"frames":{},)",
             options.size.width, options.size.height, r.primitives, options.filled, options.seed,
             options.frames);
  fmt::print(R"("threads":{},"simd":"{}","scaling":{:.2f},"draw_ms":{:.3f},"draw_min_ms":{:.3f},)",
             r.threads, simd_used(options), r.scaling, draw, least(r.draw));
  fmt::print(R"("copy_ms":{:.3f},"copy_min_ms":{:.3f},"ratio":{:.2f},"pieces":{},"tiles":{},)",
             copy, least(r.copy), draw / copy, r.stats.segments, r.stats.tiles);
  fmt::print("\"bytes\":{},\"correct\":{}}}\n", r.stats.bytes_written, r.correct);
}

void print_text(const BenchOptions& options, const BenchResult& r) {
  const double draw = median(r.draw), copy = median(r.copy);
  fmt::print("{}x{} NV12, {} primitives, {} boxes, seed {}\n", options.size.width,
             options.size.height, r.primitives, options.filled ? "filled" : "outlined",
             options.seed);
  fmt::print("threads {}, {}, {} frames\n", r.threads, simd_used(options), options.frames);
  fmt::print("draw   median {:7.3f} ms   min {:7.3f} ms\n", draw, least(r.draw));
  fmt::print("copy   median {:7.3f} ms   min {:7.3f} ms   (the same picture by memcpy)\n", copy,
             least(r.copy));
  fmt::print("ratio  median {:7.2f}      min {:7.2f}      copies\n", draw / copy,
             least(r.draw) / least(r.copy));
  fmt::print("pieces {}, tiles {}, {:.2f} MB written\n", r.stats.segments, r.stats.tiles,
             static_cast<double>(r.stats.bytes_written) * 1e-6);
  fmt::print("the last frame {} what the scalar kernels draw\n", r.correct ? "is" : "IS NOT");
  fmt::print(
      "thread scaling {:.2f} of {}{}\n", r.scaling, r.threads,
      r.scaling < 0.9 * r.threads ? " - the machine is busy, do not trust these numbers" : "");
}

}  // namespace

int run_bench(const BenchOptions& options) {
  const BenchResult result = measure(options);
  options.json ? print_json(options, result) : print_text(options, result);
  return result.correct ? 0 : 1;
}

}  // namespace overlace
