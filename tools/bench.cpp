// SPDX-License-Identifier: Apache-2.0
// overlace bench: the reference scene, its calibration and its report.
#include "tools/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include "gpu/raster.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

using Clock = std::chrono::steady_clock;

struct BenchOptions {
  int threads = 0;
  SimdLevel simd = SimdLevel::best;
  int frames = 60;
  bool fill = false, json = false;
  std::uint32_t seed = std::random_device{}();
};

template <class Int>
Int parse_number(const std::string& option, const std::string& text) {
  Int value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < Int{}) {
    throw Error(ErrorCode::usage, fmt::format("{} wants a whole number, not '{}'", option, text));
  }
  return value;
}

SimdLevel parse_simd(const std::string& text) {
  std::vector<std::string> names;
  for (const SimdLevel level :
       {SimdLevel::best, SimdLevel::scalar, SimdLevel::avx2, SimdLevel::avx512}) {
    if (text == simd_name(level)) return level;
    names.emplace_back(simd_name(level));
  }
  throw Error(ErrorCode::usage, fmt::format("unknown instruction set '{}'", text),
              suggest(text, names));
}

BenchOptions parse_options(std::span<const std::string> args) {
  BenchOptions options;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const std::string& name = args[i];
    if (name == "--fill") {
      options.fill = true;
      continue;
    }
    if (name == "--json") {
      options.json = true;
      continue;
    }
    const bool known =
        name == "--threads" || name == "--simd" || name == "--frames" || name == "--seed";
    if (!known) {
      throw Error(ErrorCode::usage, fmt::format("unknown option '{}'", name),
                  suggest(name, {"--threads", "--simd", "--frames", "--seed", "--fill", "--json"}));
    }
    if (i + 1 == args.size()) throw Error(ErrorCode::usage, fmt::format("{} wants a value", name));
    const std::string& value = args[++i];
    if (name == "--threads") options.threads = parse_number<int>(name, value);
    if (name == "--simd") options.simd = parse_simd(value);
    if (name == "--frames") options.frames = std::max(parse_number<int>(name, value), 1);
    if (name == "--seed") options.seed = parse_number<std::uint32_t>(name, value);
  }
  return options;
}

/// 100 points that wander over a 4K picture; each joined to its five nearest, each with a box.
class ReferenceScene {
 public:
  static constexpr Size size{3840, 2160};
  static constexpr int points = 100, neighbours = 5;

  explicit ReferenceScene(const BenchOptions& options)
      : random_(options.seed), fill_(options.fill) {
    for (int i = 0; i < points; ++i) {
      position_.push_back({uniform(0, size.width), uniform(0, size.height)});
      half_.push_back({uniform(40, 120), uniform(60, 180)});
      velocity_.push_back({uniform(-6, 6), uniform(-6, 6)});
      color_.push_back({uniform(0, 1), uniform(0, 1), uniform(0, 1), 1});
    }
  }

  /// Moves everything on by a frame and paints it.
  void next_frame(DisplayList& list) {
    list.primitives.clear();
    for (int i = 0; i < points; ++i) position_[i] = position_[i] + velocity_[i];
    for (int i = 0; i < points; ++i) add_links(i, list);
    for (int i = 0; i < points; ++i) {
      Primitive& box = list.primitives.emplace_back();
      box.kind = PrimitiveKind::shape;
      box.shape = {position_[i], half_[i], 12, 0, ShapeKind::rounded_box};
      box.stroke = color_[i];
      box.width = 3;
      if (fill_) box.fill = {color_[i].r, color_[i].g, color_[i].b, 0.2F};
    }
  }

 private:
  float uniform(float lo, float hi) {
    return lo + (hi - lo) * static_cast<float>(random_()) * 0x1p-32F;
  }

  void add_links(int i, DisplayList& list) {
    std::vector<std::pair<float, int>>& order = order_;
    order.clear();
    for (int j = 0; j < points; ++j) {
      const Vec2 d = position_[j] - position_[i];
      if (j != i) order.emplace_back(d.x * d.x + d.y * d.y, j);
    }
    std::partial_sort(order.begin(), order.begin() + neighbours, order.end());
    for (int n = 0; n < neighbours; ++n) {
      const Vec2 a = position_[i], b = position_[order[n].second], d = b - a;
      constexpr float bend = 0.3F, tolerance = 0.1F;
      const float length = std::sqrt(order[n].first);
      Primitive& line = list.primitives.emplace_back();
      line.kind = PrimitiveKind::curve;
      const float segments = std::ceil(std::sqrt(length * bend / (2 * tolerance)));
      line.curve = Curve{.p0 = a, .hc = (a + b) * 0.5F + Vec2{d.y, -d.x} * bend, .p1 = b};
      line.curve.segments = static_cast<std::uint32_t>(segments);
      line.stroke = line.stroke_end = {color_[i].r, color_[i].g, color_[i].b, 0.8F};
      line.width = line.width_end = 3;
    }
  }

  std::mt19937 random_;
  bool fill_;
  std::vector<Vec2> position_, half_, velocity_;
  std::vector<Color> color_;
  std::vector<std::pair<float, int>> order_;
};

/// An NV12 picture of noise.
struct Picture {
  explicit Picture(std::uint32_t seed)
      : bytes(static_cast<std::size_t>(ReferenceScene::size.width) * ReferenceScene::size.height *
              3 / 2) {
    std::mt19937 random(seed);
    for (std::byte& b : bytes) b = static_cast<std::byte>(random());
  }
  ImageView view() {
    ImageView image;
    image.size = ReferenceScene::size;
    image.format.layout = PlaneLayout::semi_planar;
    image.format.chroma_shift_x = image.format.chroma_shift_y = 1;
    const std::ptrdiff_t stride = ReferenceScene::size.width;
    image.planes[0] = {bytes.data(), stride};
    image.planes[1] = {bytes.data() + stride * ReferenceScene::size.height, stride};
    return image;
  }
  std::vector<std::byte> bytes;
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
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
  std::vector<double> draw, copy;
  double scaling = 0;
  ReplayStats stats;
};

BenchResult measure(const BenchOptions& options, int threads) {
  ReferenceScene scene(options);
  Picture clean(options.seed), picture(options.seed);
  Rasterizer rasterizer({.threads = threads, .simd = options.simd});
  DisplayList list;
  BenchResult result;
  result.scaling = thread_scaling(threads);
  constexpr int warm_up = 5;
  for (int frame = -warm_up; frame < options.frames; ++frame) {
    scene.next_frame(list);
    const double copy = milliseconds([&] { copy_picture(picture.bytes, clean.bytes, threads); });
    const double draw =
        milliseconds([&] { result.stats = rasterizer.draw(list, {}, picture.view()); });
    if (frame < 0) continue;
    result.copy.push_back(copy);
    result.draw.push_back(draw);
  }
  return result;
}

void print(const BenchOptions& options, int threads, const BenchResult& r) {
  const double draw = median(r.draw), copy = median(r.copy);
  const double draw_min = *std::min_element(r.draw.begin(), r.draw.end());
  const double copy_min = *std::min_element(r.copy.begin(), r.copy.end());
  const SimdLevel level = options.simd == SimdLevel::best ? detect_simd() : options.simd;
  if (options.json) {
    fmt::print(R"({{"scene":"R","fill":{},"seed":{},"threads":{},"simd":"{}","frames":{},)",
               options.fill, options.seed, threads, simd_name(level), options.frames);
    fmt::print(R"("draw_ms":{:.3f},"draw_min_ms":{:.3f},"copy_ms":{:.3f},"copy_min_ms":{:.3f},)",
               draw, draw_min, copy, copy_min);
    fmt::print(R"("ratio":{:.2f},"scaling":{:.2f},"pieces":{},"tiles":{},"bytes":{}}})",
               draw / copy, r.scaling, r.stats.segments, r.stats.tiles, r.stats.bytes_written);
    fmt::print("\n");
    return;
  }
  fmt::print("scene R, 3840x2160 NV12, 500 curves, 100 {} boxes, seed {}\n",
             options.fill ? "filled" : "outlined", options.seed);
  fmt::print("threads {}, {}, {} frames\n", threads, simd_name(level), options.frames);
  fmt::print("draw   median {:7.3f} ms   min {:7.3f} ms\n", draw, draw_min);
  fmt::print("copy   median {:7.3f} ms   min {:7.3f} ms   (the same picture by memcpy)\n", copy,
             copy_min);
  fmt::print("ratio  {:.2f} copies\n", draw / copy);
  fmt::print("pieces {}, tiles {}, {:.2f} MB written\n", r.stats.segments, r.stats.tiles,
             static_cast<double>(r.stats.bytes_written) * 1e-6);
  fmt::print("thread scaling {:.2f} of {}{}\n", r.scaling, threads,
             r.scaling < 0.9 * threads ? " - the machine is busy, do not trust these numbers" : "");
}

}  // namespace

int run_bench(std::span<const std::string> args) {
  const BenchOptions options = parse_options(args);
  const int cores = std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
  const int threads = options.threads > 0 ? options.threads : cores;
  print(options, threads, measure(options, threads));
  return 0;
}

}  // namespace overlace
