// SPDX-License-Identifier: Apache-2.0
// A host that links only the core: reads a track file, plans a preset with links, labels and boxes,
// and draws a frame. light_core TRACKS [PRESET]
#include <cstdio>
#include <exception>

#include "io/tracks/reader.h"
#include "render/session.h"

namespace overlace {
namespace {

/// Draws a frame and returns whether anything was painted.
bool draw(const std::string& tracks, const std::string& preset) {
  const auto find = [](const std::string& name) {
    return Source{std::string(preset_text(name)), "preset:" + name};
  };
  const ClipInfo clip{.size = {640, 360}, .frame_rate = {25}, .frame_count = 10};
  const ClipSources sources{.clip = clip, .read_tracks = [&](const std::string& path) {
                              TrackReport report;
                              return read_tracks(path, {.clip = clip}, report);
                            }};
  const Session session({load_document(preset, find), preset, {{"tracks", tracks}}}, sources);
  const auto replay = session.replay(session.plan(session.analyse()), cpu_device({.threads = 1}));
  std::vector<std::uint8_t> pixels(std::size_t{640} * 360 * 3);
  return replay->draw(time_of(clip, 0), rgb_view(clip.size, pixels)).primitives > 0;
}

}  // namespace
}  // namespace overlace

int main(int argc, char** argv) {
  try {
    return overlace::draw(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "constellation") ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
