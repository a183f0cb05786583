// SPDX-License-Identifier: Apache-2.0
// Steps of a frame's route with their bytes.
#include "tools/frame_way.h"

#include <fmt/format.h>

namespace overlace {
namespace {

double megabytes(std::int64_t bytes) {
  return static_cast<double>(bytes) / 1e6;
}

std::string line(const FrameTouch& touch, std::int64_t read, std::int64_t written) {
  const char* at_most = touch.always ? "" : "<=";
  return fmt::format("  {:<10} {:>2}{:>7.2f} MB {:>2}{:>7.2f} MB  {}\n", touch.name,
                     touch.reads == 0 ? "" : at_most, megabytes(read * touch.reads),
                     touch.writes == 0 ? "" : at_most, megabytes(written * touch.writes),
                     touch.note);
}

/// Passes over a frame.
struct Passes {
  int read = 0, written = 1;  ///< by the decoder
  void add(const FrameTouch& touch) {
    read += touch.reads;
    written += touch.writes;
  }
};

}  // namespace

std::string frame_way_text(const FramePlan& plan) {
  std::string text = fmt::format("\nway of a frame, {} -> {}\n", plan.decoder, plan.encoder);
  text += fmt::format("  {:<10} {:>12} {:>12}\n", "step", "read", "written");
  text += line({.name = "decode", .writes = 1, .note = plan.from}, 0, plan.from_bytes);
  const std::string to = "to " + plan.to;
  Passes least, most;
  std::int64_t bytes = plan.from_bytes;
  for (const FrameStep step : plan.route.steps()) {
    FrameTouch touch = touch_of(step);
    const std::int64_t made = step == FrameStep::convert ? plan.to_bytes : bytes;
    if (step == FrameStep::convert) touch.note = to;
    text += line(touch, bytes, made);
    bytes = made;
    most.add(touch);
    if (touch.always) least.add(touch);
  }
  return text + fmt::format(
                    "  times a byte is read and written: {} and {} where nothing is drawn, "
                    "{} and {} at most\n",
                    least.read, least.written, most.read, most.written);
}

}  // namespace overlace
