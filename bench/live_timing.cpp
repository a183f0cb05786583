// SPDX-License-Identifier: Apache-2.0
// Rounds of a stream.
#include "bench/live_timing.h"

#include <cmath>
#include <cstdint>

#include "bench/timer.h"
#include "render/live.h"

namespace overlace {
namespace {

constexpr Size picture{1920, 1080};
constexpr std::int32_t window = 50;

SessionDocument preset_document(const std::string& name) {
  const auto find = [](const std::string& wanted) -> Source {
    return {std::string(preset_text(wanted)), "preset:" + wanted};
  };
  return {load_document(name, find), name};
}

/// Objects on circles around the picture's middle.
TrackColumns rows_of(std::int32_t frame, int objects) {
  TrackColumns rows;
  rows.class_names = {"person"};
  for (int i = 0; i < objects; ++i) {
    const double angle = 0.01 * frame + 1.7 * i;
    const double x = 960 + (300 + 20 * (i % 30)) * std::cos(angle);
    const double y = 540 + (150 + 10 * (i % 30)) * std::sin(angle);
    rows.box.push_back({static_cast<float>(x - 40), static_cast<float>(y - 60), 80, 120});
    rows.id.push_back(i + 1);
    rows.class_index.push_back(0);
    rows.score.push_back(0.9F);
  }
  return rows;
}

}  // namespace

LiveTimes time_live(const std::string& preset, int objects, const LoopOptions& options) {
  const ClipInfo clip{.size = picture};
  std::vector<std::uint8_t> pixels(std::size_t{picture.width} * picture.height * 3, 0x5a);
  ImageView image = rgb_view(picture, pixels);
  image.format.component_offset = {2, 1, 0, 0};
  LiveSession live(preset_document(preset), {.clip = clip}, cpu_device({.threads = 1}),
                   {.memory = window});
  LiveTimes times{.correct = true};
  double spent = 0;
  for (int round = -window; round < options.rounds; ++round) {
    if (round >= least_rounds && spent > options.budget_ms) break;
    const std::int32_t frame = round + window;
    const TrackColumns rows = rows_of(frame, objects);
    const FrameTime time = time_of(clip, frame);
    const double fresh = thread_milliseconds([&] {
      live.put(frame, rows);
      times.correct &= live.draw(time, image).bytes_written > 0;
    });
    const double warm = thread_milliseconds([&] { live.draw(time, image); });
    if (round < 0) continue;  // the window fills
    times.warm.push_back(warm);
    times.above.push_back(fresh - warm);
    spent += fresh + warm;
  }
  times.correct &= live.lost() == 0;
  return times;
}

}  // namespace overlace
