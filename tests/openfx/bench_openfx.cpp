// SPDX-License-Identifier: Apache-2.0
// What the effect costs on top of a copy of the window and ovl_draw, which it cannot do without.
//   bench_openfx [FRAMES]
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "tests/api/library_host.h"
#include "tests/openfx/strict_host.h"

namespace overlace::test {
namespace {

constexpr int width = 1920, height = 1080, objects = 100;
constexpr const char* effect_name = "org.overlace.constellation";
constexpr OfxRectI everything{0, 0, width, height};

/// A file of tracks, deleted with this object.
class TrackFile {
 public:
  explicit TrackFile(int frames)
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("bench_openfx_{}.txt", ::getpid())) {
    std::ofstream file(path_);
    for (int frame = 1; frame <= frames; ++frame)
      for (int id = 1; id <= objects; ++id)
        file << frame << ',' << id << ',' << (id * 173 + 3 * frame) % (width - 80) << ','
             << (id * 97 + frame) % (height - 120) << ",60,90,0.9,-1,-1,-1\n";
  }
  ~TrackFile() { std::filesystem::remove(path_); }
  TrackFile(const TrackFile&) = delete;
  TrackFile& operator=(const TrackFile&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

template <class Work>
double microseconds(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start)
      .count();
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
  return values[values.size() / 2];
}

std::unique_ptr<HostEffect> create(const OfxTestHost& host, const std::string& tracks,
                                   const char* context = "OfxImageEffectContextFilter") {
  auto effect = host.create(effect_name, context);
  auto& properties = effect->properties.values;
  properties["OfxImageEffectPropProjectSize"] = {double{width}, double{height}};
  properties["OfxImageEffectPropFrameRate"] = {25.0};
  effect->source_region = {0, 0, width, height};
  effect->set("tracks", tracks);
  return effect;
}

/// Medians over the frames, in µs.
struct Times {
  double copy, draw, render, instance;
};

/// Creates an instance for one frame, as some hosts do, and times it until it has its program.
double time_instance(const OfxTestHost& host, const std::string& tracks) {
  const auto effect = create(host, tracks, "OfxImageEffectContextGenerator");
  PropertySet in, out;
  return microseconds([&] {
    host.send(effect_name, "OfxActionCreateInstance", effect.get(), in, out);
    if (host.send(effect_name, "OfxImageEffectActionGetTimeDomain", effect.get(), in, out) != 0)
      std::abort();
  });
}

Times measure(const OfxTestHost& host, const std::string& tracks, int frames) {
  const std::string depth = "OfxBitDepthFloat";
  const auto effect = create(host, tracks);
  effect->source = std::make_shared<HostPicture>(everything, depth, 0, true, std::byte{0x30});
  effect->output = std::make_shared<HostPicture>(everything, depth, 0, true, std::byte{0});
  Host options("constellation");
  options.clip.width = width;
  options.clip.height = height;
  options.options.rows = nullptr;
  options.options.row_count = 0;
  options.options.tracks = tracks.c_str();
  const auto renderer = renderer_of(program_of(options.options), 0);
  Picture picture(OVL_FORMAT_RGBAF32, width, height);
  const std::vector<std::byte> source(picture.bytes.size(), std::byte{0x30});
  std::vector<double> copy, draw, render, instance;
  // In turns of several frames: a renderer's threads wait a while before they help another
  // renderer.
  constexpr int turn = 10;
  for (int begin = 0; begin < frames; begin += turn) {
    const int end = std::min(begin + turn, frames);
    for (int frame = begin; frame < end; ++frame) {
      copy.push_back(
          microseconds([&] { std::memcpy(picture.bytes.data(), source.data(), source.size()); }));
      draw.push_back(microseconds([&] {
        if (ovl_draw(renderer.get(), frame, &picture.image, nullptr, nullptr) != OVL_OK)
          std::abort();
      }));
    }
    for (int frame = begin; frame < end; ++frame)
      render.push_back(microseconds([&] {
        if (host.render(effect_name, *effect, frame, everything) != 0) std::abort();
      }));
    for (int frame = begin; frame < end; ++frame) instance.push_back(time_instance(host, tracks));
  }
  return {median(copy), median(draw), median(render), median(instance)};
}

int run(int frames) {
  const TrackFile tracks(frames);
  const OfxTestHost host(OVERLACE_OPENFX);
  const Times times = measure(host, tracks.path(), frames);
  fmt::print("{}x{} floats, {} objects, medians of {} frames\n", width, height, objects, frames);
  fmt::print("copy of the window        {:8.0f} us\n", times.copy);
  fmt::print("ovl_draw                  {:8.0f} us\n", times.draw);
  fmt::print("render                    {:8.0f} us   {:.2f} x (copy + ovl_draw)\n", times.render,
             times.render / (times.copy + times.draw));
  fmt::print("instance from the cache   {:8.0f} us\n", times.instance);
  return 0;
}

}  // namespace
}  // namespace overlace::test

int main(int argc, char** argv) {
  return overlace::test::run(argc > 1 ? std::max(std::atoi(argv[1]), 3) : 60);
}
