// SPDX-License-Identifier: Apache-2.0
// One frame of every preset has the bytes that preset_hashes.txt pins, on every back-end. A hash
// does not prove a picture right: it shows that a code change did not alter a picture by accident.
// After an intended change, OVERLACE_UPDATE_HASHES=1 build/bin/test_preset_hashes rewrites the
// file.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <xxhash.h>
// clang-format off
#include <ft2build.h>
#include FT_FREETYPE_H
// clang-format on

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>

#include "graph/document/document.h"
#include "tests/gpu/device/host_replay.h"
#include "tests/gpu/device/random_graph.h"
#include "tests/gpu/memory_picture.h"
#include "tests/run_tests.h"
#include "text/font.h"

namespace overlace::test {
namespace {

/// Long enough that in the middle of the clip everything that fades in or out is fully shown.
constexpr int clip_frames = 31;

const std::string hash_file = OVERLACE_SOURCE_DIR "/tests/gpu/preset_hashes.txt";

std::vector<NamedFormat> pinned_formats() {
  PixelFormat rgba;
  rgba.model = ColorModel::rgb;
  rgba.layout = PlaneLayout::packed;
  rgba.alpha = true;
  rgba.components = 4;
  rgba.component_offset = {0, 1, 2, 3};
  ColorSpec full;
  full.range = ColorRange::full;
  return {{"yuv420p", ycbcr_format(1, 1), {}},
          {"yuv420p10", ycbcr_format(1, 1, 10), {}},
          {"rgba", rgba, full}};
}

/// Glyphs come from FreeType and a font file: bitmaps are equal only if both are.
std::string text_sources() {
  FT_Library raw = nullptr;
  if (FT_Init_FreeType(&raw) != 0) return "none";
  const std::unique_ptr<FT_LibraryRec_, decltype(&FT_Done_FreeType)> library(raw,
                                                                             &FT_Done_FreeType);
  int major = 0, minor = 0, patch = 0;
  FT_Library_Version(library.get(), &major, &minor, &patch);
  std::string bytes;
  for (const char* family : {"sans-serif", "monospace"}) {
    std::ifstream font(find_font(family).path, std::ios::binary);
    bytes.append(std::istreambuf_iterator<char>(font), {});
  }
  return fmt::format("{}.{}.{}/{:016x}", major, minor, patch,
                     XXH3_64bits(bytes.data(), bytes.size()));
}

/// Maps `preset format route` to a hash, and "text" to the text sources.
using Hashes = std::map<std::string, std::string>;

Hashes pinned_hashes() {
  Hashes hashes;
  std::ifstream file(hash_file);
  for (std::string line; std::getline(file, line);)
    if (const std::size_t space = line.rfind(' '); space != std::string::npos)
      hashes[line.substr(0, space)] = line.substr(space + 1);
  return hashes;
}

std::string hash_of_frame(Replay& replay, const Plan& plan, const NamedFormat& format) {
  Picture picture(plan.clip.size, format.format, format.color);
  picture.fill_noise(1);
  replay.draw(time_of(plan.clip, clip_frames / 2), picture.view());
  return fmt::format("{:016x}", XXH3_64bits(picture.bytes().data(), picture.bytes().size()));
}

std::unique_ptr<Replay> cpu_replay(const std::shared_ptr<const Plan>& plan) {
  return make_cpu_replay(plan, {.threads = 1});
}
std::unique_ptr<Replay> device_replay(const std::shared_ptr<const Plan>& plan) {
  return std::make_unique<DeviceReplay<HostQueue>>(plan, std::make_unique<HostQueue>(), 1, 1);
}

struct BackEnd {
  const char* name;
  std::unique_ptr<Replay> (*make)(const std::shared_ptr<const Plan>&);
};
constexpr BackEnd back_ends[] = {{"CPU", cpu_replay}, {"device on the host", device_replay}};

/// The hashes of a preset's frame as drawn by a back-end.
Hashes drawn_hashes(const std::string& preset, const BackEnd& back_end) {
  Hashes hashes;
  for (const bool layered : {false, true}) {
    const auto plan = preset_plan(
        preset, {.size = {320, 180}, .frames = clip_frames, .objects = 20, .layered = layered});
    for (const NamedFormat& format : pinned_formats())
      hashes[fmt::format("{} {} {}", preset, format.name, layered ? "layered" : "fused")] =
          hash_of_frame(*back_end.make(plan), *plan, format);
  }
  return hashes;
}

bool writes_text(const std::string& preset) {
  const auto plan = preset_plan(preset, {.size = {320, 180}, .frames = clip_frames, .objects = 20});
  const auto replay = make_cpu_replay(plan, {.threads = 1});
  static_cast<void>(hash_of_frame(*replay, *plan, pinned_formats().front()));
  return !replay->display_list().atlas->coverage.empty();
}

class PresetHashes : public ::testing::TestWithParam<std::string> {};

TEST_P(PresetHashes, AreThePinnedOnes) {
  const Hashes pinned = pinned_hashes();
  const std::string sources = text_sources();
  if (writes_text(GetParam()) && (!pinned.contains("text") || pinned.at("text") != sources))
    GTEST_SKIP() << "the pinned text was drawn with another FreeType or font than " << sources;
  for (const BackEnd& back_end : back_ends)
    for (const auto& [name, hash] : drawn_hashes(GetParam(), back_end))
      EXPECT_EQ(hash, pinned.contains(name) ? pinned.at(name) : "nothing pinned")
          << name << ", " << back_end.name;
}

INSTANTIATE_TEST_SUITE_P(Every, PresetHashes, ::testing::ValuesIn(preset_names()),
                         [](const auto& preset) { return preset.param; });

void write_hashes() {
  std::ofstream file(hash_file);
  file << "text " << text_sources() << '\n';
  for (const std::string& preset : preset_names())
    for (const auto& [name, hash] : drawn_hashes(preset, back_ends[0]))
      file << name << ' ' << hash << '\n';
}

}  // namespace
}  // namespace overlace::test

int main(int argc, char** argv) {
  ::setenv("FONTCONFIG_FILE", OVERLACE_SOURCE_DIR "/tests/gpu/fonts.conf", 1);
  if (std::getenv("OVERLACE_UPDATE_HASHES") != nullptr) {
    overlace::test::write_hashes();
    return 0;
  }
  return overlace::test::run_tests(argc, argv);
}
